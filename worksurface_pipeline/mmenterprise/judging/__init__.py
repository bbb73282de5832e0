"""Verdicts on answers: exact matching where it decides, a judging model where one is given."""
