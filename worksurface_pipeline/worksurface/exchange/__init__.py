"""Runs in forms that others read: Parquet, Inspect logs, the traces of the public release."""
