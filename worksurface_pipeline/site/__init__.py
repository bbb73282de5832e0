"""Report pages made from records."""
