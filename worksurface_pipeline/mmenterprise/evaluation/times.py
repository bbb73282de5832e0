"""Days and times of day in answers, in the forms that people write."""

from __future__ import annotations

import re
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import normalise

_MONTHS = "january february march april may june july august september october november december"
_BY_NAME = {
    form: place
    for place, name in enumerate(_MONTHS.split(), 1)
    for form in {name, name[:3], "sept" if name == "september" else name}
}
_MONTH = "|".join(sorted(_BY_NAME, key=len, reverse=True))
_ORDINAL = r"(?:st|nd|rd|th)?"
_DAYS = (
    re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    re.compile(
        rf"\b(?P<day>\d{{1,2}}){_ORDINAL}(?: of)?[ .-]+(?P<name>{_MONTH})\b\.?"
        r"(?:,?\s+(?P<year>\d{4}))?"
    ),
    re.compile(
        rf"\b(?P<name>{_MONTH})\b\.?\s+(?P<day>\d{{1,2}}){_ORDINAL}\b(?!:)"
        r"(?:,?\s+(?P<year>\d{4}))?"
    ),
)
_HALF = r"(?:am|pm|a\.m\.|p\.m\.)"
_CLOCK = re.compile(
    rf"\b(?P<hour>\d{{1,2}})[:h](?P<minute>\d{{2}})(?::\d{{2}})?\s*(?P<half>{_HALF})?"
    rf"|\b(?P<only>\d{{1,2}})(?:\.(?P<past>\d{{2}}))?\s*(?P<side>{_HALF})"
)
_NOON = 12


@dataclass(frozen=True, slots=True)
class When:
    """A day with or without its year, a time of day, or both; what is not said is None."""

    day: tuple[int, int] | None
    year: int | None
    clock: tuple[int, int] | None

    def fits(self, other: When) -> bool:
        """Whether an answer gives this time: all that this says, and nothing against it."""
        if self.day is not None and other.day != self.day:
            return False
        if self.year is not None and other.year not in (None, self.year):
            return False
        return self.clock is None or other.clock == self.clock


def read_times(text: str) -> tuple[When, ...]:
    """All times of a text: each day with the clock time that is nearest behind it, if any."""
    plain = normalise(text).replace("t", " t ") if _is_iso(text) else normalise(text)
    days = sorted((m for form in _DAYS for m in form.finditer(plain)), key=lambda m: m.start())
    if not days:
        return tuple(When(None, None, clock) for clock in _clocks(plain))
    ends = [match.start() for match in days[1:]] + [len(plain)]
    found = []
    for index, (match, end) in enumerate(zip(days, ends, strict=True)):
        clocks = _clocks(plain[match.end() : end])
        if not clocks and index == 0:
            clocks = _clocks(plain[: match.start()])
        found.append(When(_day(match), _year(match), clocks[0] if clocks else None))
    return tuple(found)


def without_times(text: str) -> str:
    """A text with days and clock times blanked: what is left of its figures is no date."""
    plain = normalise(text)
    for form in (*_DAYS, _CLOCK):
        plain = form.sub(" ", plain)
    return plain


def _is_iso(text: str) -> bool:
    return re.search(r"\d{4}-\d\d-\d\dT\d\d", text) is not None


def _day(match: re.Match[str]) -> tuple[int, int]:
    parts = match.groupdict()
    month = int(parts["month"]) if parts.get("month") else _BY_NAME[str(parts["name"])]
    return (month, int(str(parts["day"])))


def _year(match: re.Match[str]) -> int | None:
    year = match.groupdict().get("year")
    return int(year) if year else None


def _clocks(text: str) -> list[tuple[int, int]]:
    return [_clock(match) for match in _CLOCK.finditer(text)]


def _clock(match: re.Match[str]) -> tuple[int, int]:
    hour = int(match["hour"] or match["only"])
    half = (match["half"] or match["side"] or "").replace(".", "")
    if half == "pm" and hour < _NOON:
        hour += _NOON
    if half == "am" and hour == _NOON:
        hour = 0
    return (hour, int(match["minute"] or match["past"] or 0))
