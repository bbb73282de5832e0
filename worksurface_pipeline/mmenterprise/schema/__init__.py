"""The records of wing two: seeds, ledger, retrieval units, questions."""
