"""Screening: auditors judge every candidate by six criteria; two of three release it."""
