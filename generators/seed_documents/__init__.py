"""Writes the three embedded seed documents: a methods report, a policy report and a survey."""
