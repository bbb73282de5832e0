"""Wing two, MMEnterprise-Bench: questions over records that change, with gold from an event ledger.

A seed document gives values; a simulated project shares, questions and corrects them in a ledger of
events; records are renderings of the ledger; the gold of a question is a query over it. What does
not belong: anything of wing one, which this wing never imports.
"""
