"""The settings S1 to S6 and the prompts."""
