"""Tests of the gold gate."""
