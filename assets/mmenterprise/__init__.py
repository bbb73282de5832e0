"""Assets of wing two, one module a construction step."""
