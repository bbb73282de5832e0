"""Words of sentences that depend on a number."""

from __future__ import annotations


def counted(number: int, one: str, more: str = "") -> str:
    """A number with its noun: "1 task", "3 tasks"; `more` is the plural where it is no added s.

    A verb may stand with the noun: `counted(n, "thing is", "things are")`.
    """
    return f"{number} {one if number == 1 else more or f'{one}s'}"
