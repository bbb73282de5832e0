"""A workspace of any size for measurements: many source tasks, every format, distinct contents."""
