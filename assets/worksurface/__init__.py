"""Assets of wing one, one module a construction step."""
