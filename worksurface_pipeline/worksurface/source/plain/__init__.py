"""A plain tree of files as a workspace: one mapping file says which files belong to which task."""
