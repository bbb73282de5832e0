"""The seven tools: what an agent can see of the surfaces. Nothing here knows gold or evidence."""
