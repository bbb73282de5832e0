"""Measurements on real input; each module runs from the command line."""
