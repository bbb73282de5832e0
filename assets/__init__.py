"""Thin Dagster assets: load typed inputs, call one library function, return metadata."""
