"""The gold gate: one module for every way in which gold is known to go wrong."""
