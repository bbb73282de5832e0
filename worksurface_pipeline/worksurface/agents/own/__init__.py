"""Agents of one's own: a Python callable, or whatever comes over MCP, under the rules of S4."""
