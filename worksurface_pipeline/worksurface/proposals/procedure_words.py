"""Words that make no procedure: those that say nothing, and those that are values."""

from __future__ import annotations

_EMPTY = """
    about accurately also answer based been being clearly correctly could does each every
    explicitly file files following from have include includes including into more most must
    only other properly question same should some such task than that their then there these
    they this those used using were what when where whether which will with would
"""
EMPTY = frozenset(_EMPTY.split())
"""Words between two others that they do not part."""
_FIGURES = """
    april august billion december dollar dollars eight eleven euro euros february fifth
    fifty first five forty four fourth friday half hundred january july june march million
    monday nine november october percent percentage pound pounds saturday second september
    seven sunday third thirty thousand three thursday tuesday twelve twenty wednesday yuan
"""
FIGURES = frozenset(_FIGURES.split())
"""Figures, currencies, days and months in words."""
