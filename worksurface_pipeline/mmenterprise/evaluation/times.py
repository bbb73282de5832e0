"""Days and times of day in answers, in the forms that people write."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date

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
    re.compile(r"\b(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)"),
    re.compile(r"(?<![\d.])(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})(?!\d)"),
    re.compile(r"(?<![\d/])(?P<first>\d{1,2})/(?P<second>\d{1,2})/(?P<year>\d{4})(?!\d)"),
    re.compile(
        rf"\b(?P<day>\d{{1,2}}){_ORDINAL}(?: of)?[ .-]+(?P<name>{_MONTH})\b\.?"
        r"(?:,?\s+(?P<year>\d{4}))?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<name>{_MONTH})\b\.?\s+(?P<day>\d{{1,2}}){_ORDINAL}\b(?!:)"
        r"(?:,?\s+(?P<year>\d{4}))?",
        re.IGNORECASE,
    ),
)
# Without a year: dates where a time is asked for, fractions and decimals where a figure is.
_SHORT_DAYS = (
    re.compile(r"(?<![\d/.])(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\d/])"),
    re.compile(r"(?<![\d/.])(?P<day>\d{1,2})\.(?P<month>0[1-9]|1[0-2])\.(?!\d)"),
)
_HALF = r"(?:am|pm|a\.m\.|p\.m\.)"
_CLOCK = re.compile(
    rf"\b(?P<hour>\d{{1,2}})[:h](?P<minute>\d{{2}})(?::\d{{2}})?\s*(?P<half>{_HALF})?"
    rf"|\b(?P<only>\d{{1,2}})(?:\.(?P<past>\d{{2}}))?\s*(?P<side>{_HALF})",
    re.IGNORECASE,
)
_NOON = 12
_DAYNAME = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|"
    r"sat(?:urday)?|sun(?:day)?)\b\.?"
)
_WEEKDAY = re.compile(rf"\b{_DAYNAME}", re.IGNORECASE)


def _unnamed(pattern: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)


_ANY_DAY = "|".join(f"(?:{_unnamed(form.pattern)})" for form in (*_DAYS, *_SHORT_DAYS))
_ANY_CLOCK = "(?:" + _unnamed(_CLOCK.pattern).replace(r"\b(?:\d", r"(?:\d") + ")"
_DOTTED = r"\d{1,2}\.\d{2}(?![\d.])(?!\s?%)"
_WHOLE = re.compile(
    rf"(?<![\w.,/-])(?:(?P<before>{_ANY_CLOCK}),?(?: on)? )?(?:{_DAYNAME},? )?"
    rf"(?P<alone>{_ANY_DAY})(?P<after>(?:T|,? (?:at )?)(?:{_ANY_CLOCK}|{_DOTTED}))?"
    rf"(?![\w/]|[.,:-]\d|\s?[-\u2013\u2014/]\s?\d)",
    re.IGNORECASE,
)
_DOTTED_CLOCK = re.compile(
    r"((?:[^\W\d]|\d{4})\.?,?(?: at)?) (\d{1,2})\.(\d{2})(?=$)", re.IGNORECASE
)
_LAST_MONTH, _LAST_DAY = 12, 31


@dataclass(frozen=True, slots=True)
class When:
    """A day with or without its year, a time of day, or both; what is not said is None.

    `other` is the day with its figures the other way round, where they may be read so.
    """

    day: tuple[int, int] | None
    year: int | None
    clock: tuple[int, int] | None
    other: tuple[int, int] | None = None

    @property
    def readings(self) -> tuple[When, ...]:
        """The time on each of the days that its figures can mean."""
        days = (self.day,) if self.other is None else (self.day, self.other)
        return tuple(replace(self, day=day, other=None) for day in days)

    def is_in(self, years: Collection[int]) -> bool:
        """Whether its year, if it has one, can be meant; no years at all rule out none."""
        return self.year is None or not years or self.year in years

    def fits(self, other: When) -> bool:
        """Whether an answer gives this time: all that this says, and nothing against it."""
        if self.day is not None and (other.day != self.day or other.other is not None):
            return False
        if self.year is not None and other.year not in (None, self.year):
            return False
        return self.clock is None or other.clock == self.clock


def read_times(text: str) -> tuple[When, ...]:
    """All times of a text: each day with the clock time that is nearest behind it, if any."""
    plain = normalise(text).replace("t", " t ") if _is_iso(text) else normalise(text)
    days = _days(plain, _DAYS) or _days(plain, _SHORT_DAYS)
    if not days:
        return tuple(When(None, None, clock) for clock in _clocks(plain))
    ends = [match.start() for match in days[1:]] + [len(plain)]
    found = []
    for index, (match, end) in enumerate(zip(days, ends, strict=True)):
        clocks = _clocks(plain[match.end() : end])
        if not clocks and index == 0:
            clocks = _clocks(plain[: match.start()])
        clock = clocks[0] if clocks else None
        found.append(When(_day(match), _year(match), clock, _other_day(match)))
    return tuple(found)


def whole_times(text: str) -> Iterator[tuple[When | None, int, int]]:
    """The times of a plain text, each as far as it reaches; None for one that is at odds.

    Day, hour and weekday that stand together are one time; a weekday that is none of that day, or
    a weekday or hour alone where a day is meant, leaves it open.
    """
    for match in _WHOLE.finditer(text):
        if any(match[name] for name in ("before", "after", "alone")):
            yield _whole(match[0]), match.start(), match.end()


def weekday_of(text: str) -> str:
    """The weekday that a text names, "" for none."""
    match = _WEEKDAY.search(text)
    return match[0].casefold()[:3] if match else ""


def is_weekday(when: When, weekday: str, years: Collection[int]) -> bool:
    """Whether a day can be that weekday in any of the years that it may lie in."""
    if not weekday or when.day is None:
        return True
    asked = (when.year,) if when.year else tuple(years)
    month, day = when.day
    names = set()
    for year in asked:
        try:
            names.add(date(year, month, day).strftime("%a").casefold())
        except ValueError:  # 29 February of another year
            continue
    return weekday in names or not asked


def _whole(text: str) -> When | None:
    plain = _DOTTED_CLOCK.sub(r"\1 \2:\3", text)
    found = read_times(plain)
    return found[0] if len(found) == 1 else None


def _is_iso(text: str) -> bool:
    return re.search(r"\d{4}-\d\d-\d\dT\d\d", text) is not None


def _days(plain: str, forms: tuple[re.Pattern[str], ...]) -> list[re.Match[str]]:
    found = (m for form in forms for m in form.finditer(plain) if _is_day(m))
    return sorted(found, key=lambda match: match.start())


def _is_day(match: re.Match[str]) -> bool:
    month, day = _day(match)
    return 1 <= month <= _LAST_MONTH and 1 <= day <= _LAST_DAY


def _other_day(match: re.Match[str]) -> tuple[int, int] | None:
    """The day that two figures mean with the month first, where either can be the month."""
    month, day = _day(match)
    is_open = bool(match.groupdict().get("first")) and day <= _LAST_MONTH and day != month
    return (day, month) if is_open else None


def _day(match: re.Match[str]) -> tuple[int, int]:
    parts = match.groupdict()
    if parts.get("first"):
        first, second = int(parts["first"]), int(parts["second"])
        return (first, second) if second > _LAST_MONTH else (second, first)
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
