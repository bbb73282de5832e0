"""Answers of one cell: contexts, prompts, and the run through the harness."""
