"""Tests of necessity: reachability, solvers, labels, null agents."""
