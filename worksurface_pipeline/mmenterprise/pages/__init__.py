"""The report of wing two as a site: workspaces, facts on time lines, questions with their proof."""
