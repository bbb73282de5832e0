"""Generates the embedded sample workspace: an invented company with five personas."""
