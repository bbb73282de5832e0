"""Validation of questions: a solver, a comparison and an audit, each against the ledger; people."""
