"""Tool protocol, limits and the ReAct loop."""
