"""Working time: minutes of working days, each given out once, so that no two events coincide."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from worksurface_pipeline.mmenterprise.ledger.hours import CLOSES, FRIDAY, OPENS

_DAY = timedelta(days=1)
_MINUTE = timedelta(minutes=1)
MINUTES_A_DAY = (CLOSES.hour - OPENS.hour) * 60


def working_days(first: date, count: int) -> tuple[date, ...]:
    """`count` working days from `first` on."""
    found: list[date] = []
    day = first
    while len(found) < count:
        if day.weekday() <= FRIDAY:
            found.append(day)
        day += _DAY
    return tuple(found)


def next_working(at: datetime) -> datetime:
    """`at`, or the first working minute after it."""
    at = at.replace(second=0, microsecond=0)
    if at.time() < OPENS:
        at = datetime.combine(at.date(), OPENS)
    if at.time() >= CLOSES:
        at = datetime.combine(at.date() + _DAY, OPENS)
    while at.weekday() > FRIDAY:
        at = datetime.combine(at.date() + _DAY, OPENS)
    return at


class WorkClock:
    """Gives out working minutes from the first day to the last, no minute twice."""

    def __init__(self, days: tuple[date, ...]) -> None:
        self.days = days
        self._taken: set[datetime] = set()

    @property
    def ends(self) -> datetime:
        """The end of the last day."""
        return datetime.combine(self.days[-1], CLOSES)

    def later(self, at: datetime, minutes: int) -> datetime:
        """The working minute so many working minutes after `at`."""
        return self.minute_at(self._index(at) + minutes)

    def minute(self, share: float) -> datetime:
        """The working minute at `share` (0 to 1) of the whole period."""
        return self.minute_at(int(share * len(self.days) * MINUTES_A_DAY))

    def minute_at(self, index: int) -> datetime:
        """The working minute of this index, the last one where the period has no more."""
        day, minute = divmod(min(index, self._last), MINUTES_A_DAY)
        return datetime.combine(self.days[day], OPENS) + minute * _MINUTE

    def share(self, at: datetime) -> float:
        """Where `at` lies in the period, 0 to 1."""
        return self._index(at) / (len(self.days) * MINUTES_A_DAY)

    def take(self, at: datetime) -> datetime | None:
        """The first free working minute from `at` on; None when the period has none left."""
        at = next_working(at)
        while at in self._taken:
            at = next_working(at + _MINUTE)
        if at >= self.ends:
            return None
        self._taken.add(at)
        return at

    def _index(self, at: datetime) -> int:
        place = self.days.index(at.date())
        return place * MINUTES_A_DAY + (at - datetime.combine(at.date(), OPENS)) // _MINUTE

    @property
    def _last(self) -> int:
        return len(self.days) * MINUTES_A_DAY - 1
