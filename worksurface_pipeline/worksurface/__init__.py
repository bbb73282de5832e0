"""Wing one: WorkSurface-Bench."""
