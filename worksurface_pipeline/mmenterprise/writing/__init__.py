"""The second writer: a model fills the same records that templates fill, under the same checks.

`write.write` asks for names, reasons, texts and pages; `proposing.propose` for questions. Slots,
values, times and actors are the ledger's and never a model's. What fails its checks goes back with
all errors so far; past the limit the template's text stays, and the log says so. What does not
belong: what happens in a project (simulation), files and checks (records).
"""
