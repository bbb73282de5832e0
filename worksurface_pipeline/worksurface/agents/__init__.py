"""The settings S1 to S6, the arms beyond them, the prompts, and agents of one's own."""
