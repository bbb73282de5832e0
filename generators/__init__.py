"""Programs that generate files which are committed to this repository."""
