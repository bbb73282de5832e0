"""Documents, tables and graph made from source files."""
