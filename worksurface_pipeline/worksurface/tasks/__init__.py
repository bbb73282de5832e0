"""Atomic tasks: deterministic derivation from rubrics and surfaces, and verification of proofs."""
