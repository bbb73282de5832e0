"""Necessity, measured: which surfaces reach a gold answer, and which solvers find it with them."""
