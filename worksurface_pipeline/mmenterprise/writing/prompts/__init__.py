"""The prompts, one module for each stage, each versioned: a changed text needs a new version."""
