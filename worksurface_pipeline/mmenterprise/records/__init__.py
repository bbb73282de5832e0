"""Records of a ledger as real files and retrieval units, their checks, and a reader of them.

`render.render` writes; `checks` and `leaks` say what is wrong with what was written; `reading`
reads statements back without knowing how they were written. What does not belong: what happens in
a project (simulation), and questions.
"""
