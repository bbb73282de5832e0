"""Which page of the site shows which of its result tables."""

from __future__ import annotations

from worksurface_pipeline.site.sections import Section, Sections

OVERVIEW = Section("index.html", "Overview", ("cells",))
BREAKDOWNS = Section("accuracy.html", "Accuracy by kind of question", ("cells_by",), "Accuracy")
RETRIEVAL = Section("retrieval.html", "Retrieval", ("recall", "contrasts"))
CAUSES = Section(
    "causes.html",
    "Where wrong answers come from",
    ("causes", "twins", "triples"),
    "Wrong answers",
)
CORPUS = Section("corpus.html", "Corpus and questions", ("corpus", "questions"), "Statistics")
JUDGING = Section(
    "judging.html",
    "Judging and validation",
    ("judging", "validation", "people", "agreement"),
)
MORE = Section("tables.html", "More tables", ())
RESULTS = (BREAKDOWNS, RETRIEVAL, CAUSES, CORPUS, JUDGING, MORE)
"""The pages of tables after the overview, in their order."""
SECTIONS = Sections((OVERVIEW, *RESULTS[:-1]), MORE)
