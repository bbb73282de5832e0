"""Who sits on a panel: the models that the settings name, or the rule-based auditors."""

from __future__ import annotations

from collections.abc import Sequence

RULE_AUDITORS = ("lint/form", "lint/pool", "lint/proof")
"""They stand in offline; what they say are lint votes, never a screen by models."""


def panel_of(auditors: Sequence[str]) -> tuple[str, ...]:
    """The panel of the settings: the models named, or the rule-based auditors when none is."""
    return tuple(auditors) or RULE_AUDITORS
