"""The words under which tables and figures of any benchmark show values and models."""

from __future__ import annotations

NO_ROUTE = "–"
"""What stands where a value cannot exist."""

SELF_TEST = "pipeline self-test"
NOT_COMPARABLE = "not comparable"

_SELF_TEST_PREFIX = "offline/"


def is_self_test(model: str) -> bool:
    """Whether a model is embedded: it shows that the pipeline runs, and is on no leaderboard."""
    return model.startswith(_SELF_TEST_PREFIX)


def plain_label(key: str) -> str:
    """A key for people: `operations_manager` is "operations manager"."""
    return key.replace("_", " ")


def percent(value: float | None) -> str:
    """A share as papers print it: 48.7; a dash for None."""
    return NO_ROUTE if value is None else f"{100 * value:.1f}"
