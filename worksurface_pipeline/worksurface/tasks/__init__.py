"""Atomic tasks: derivation, proofs, verification."""
