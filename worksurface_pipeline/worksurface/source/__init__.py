"""Source tasks, freeze and lock."""
