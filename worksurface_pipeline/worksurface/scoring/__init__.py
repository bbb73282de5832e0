"""Route, Evidence, Answer, Efficiency and their aggregate."""
