"""Tests of proposals, procedures and the pool."""
