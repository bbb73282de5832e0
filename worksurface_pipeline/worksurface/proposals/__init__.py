"""Proposed questions with proofs that the program runs; procedures; the pool of candidates."""
