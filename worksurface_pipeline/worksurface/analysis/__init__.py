"""Tables and figures from scores."""
