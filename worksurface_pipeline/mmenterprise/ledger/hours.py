"""Working hours: whole minutes from nine to six, Monday to Friday."""

from __future__ import annotations

from datetime import datetime, time

OPENS = time(9, 0)
CLOSES = time(18, 0)
FRIDAY = 4


def is_working(at: datetime) -> bool:
    """Whether `at` is a whole minute of a working day."""
    is_whole = at.second == 0 and at.microsecond == 0
    return is_whole and at.weekday() <= FRIDAY and OPENS <= at.time() < CLOSES
