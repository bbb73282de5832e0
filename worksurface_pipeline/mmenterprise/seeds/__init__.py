"""Seed documents: their registry, what stands in them, and the facts taken from them.

The `value` of a fact is the figures as printed ("1,204", "-29.6"), without a sign of money or of
percent; its `unit` is what they count ("%", "EUR million", "forecasts per second"), "" where the
attribute says it. What does not belong: choosing facts for a project, or inventing any.
"""
