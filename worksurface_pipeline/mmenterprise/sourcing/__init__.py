"""With a model: claims of a seed document that it proposes, as far as the document bears them out.

A model points, and the document speaks. What a model proposes becomes a fact only where its figures
stand in the file's own text beside the names that it gives them; its unit is the one printed there.
No model is shown a picture: what it would read off pixels is its own word, and a gold answer never
comes from that. Of a figure it is shown the words that the file prints in it. What does not belong:
reading documents by rules (seeds).
"""
