"""Units that are written behind figures: which of them measure the same, and by which factor.

Closed on purpose: a word that is not listed is no unit, so that it never makes an answer wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

_PREFIXES = {
    "": Fraction(1),
    "m": Fraction(1, 10**3),
    "k": Fraction(10**3),
    "M": Fraction(10**6),
    "G": Fraction(10**9),
    "T": Fraction(10**12),
}
_MINUTE, _HOUR, _DAY, _WEEK = 60, 3600, 86_400, 604_800  # seconds
_NAMED = {"": "", "m": "milli", "k": "kilo", "M": "mega", "G": "giga", "T": "tera"}
# What is measured, symbol, name (plural with s), prefixes ("mw" is the first of them that fits),
# and of how many base units it is without one.
_PREFIXED = (
    ("power", "W", "watt", "kMGTm", 1),
    ("energy", "Wh", "watt hour", "kMGT", _HOUR),
    ("energy", "J", "joule", "kMGT", 1),
    ("voltage", "V", "volt", "km", 1),
    ("frequency", "Hz", "hertz", "kMGT", 1),
    ("data", "B", "byte", "kMGT", 1),
)
_MONTHS = 12  # of a year
_LISTED: tuple[tuple[str, Fraction, str], ...] = (
    ("share", Fraction(1, 100), "%|percent|per cent|pp|percentage point|percentage points"),
    ("share", Fraction(1, 10_000), "bp|bps|basis point|basis points"),
    ("points", Fraction(1), "points|point|pts"),
    ("time", Fraction(1, 1000), "ms|msec|millisecond|milliseconds"),
    ("time", Fraction(1), "s|sec|secs|second|seconds"),
    ("time", Fraction(_MINUTE), "min|mins|minute|minutes"),
    ("time", Fraction(_HOUR), "h|hr|hrs|hour|hours"),
    ("time", Fraction(_DAY), "d|day|days"),
    ("time", Fraction(_WEEK), "wk|week|weeks"),
    ("calendar", Fraction(1), "month|months"),
    ("calendar", Fraction(_MONTHS), "yr|yrs|year|years"),
    ("mass", Fraction(1, 1000), "mg|milligram|milligrams"),
    ("mass", Fraction(1), "g|gram|grams"),
    ("mass", Fraction(10**3), "kg|kilo|kilos|kilogram|kilograms"),
    ("mass", Fraction(10**6), "t|tonne|tonnes|ton|tons|metric tons"),
    ("mass", Fraction(10**9), "kt|kilotonne|kilotonnes"),
    ("length", Fraction(1, 1000), "mm|millimetre|millimetres|millimeter|millimeters"),
    ("length", Fraction(1, 100), "cm|centimetre|centimetres|centimeter|centimeters"),
    ("length", Fraction(1), "metre|metres|meter|meters"),
    ("length", Fraction(10**3), "km|kilometre|kilometres|kilometer|kilometers"),
)


@dataclass(frozen=True, slots=True)
class Unit:
    """What a figure measures, and how many of the base unit one of it is."""

    measures: str
    factor: Fraction


PERCENT = Unit("share", Fraction(1, 100))


def _all() -> Iterator[tuple[str, Unit]]:
    for measures, factor, forms in _LISTED:
        for form in forms.split("|"):
            yield form, Unit(measures, factor)
    for measures, symbol, name, prefixes, base in _PREFIXED:
        for prefix in ("", *prefixes):
            unit = Unit(measures, _PREFIXES[prefix] * base)
            spoken = f"{_NAMED[prefix]}{name}"
            for form in (f"{prefix}{symbol}", spoken, f"{spoken}s", spoken.replace(" ", "-")):
                if form != "B":  # alone it is a mark or a scale word more often than a byte
                    yield form, unit


_BY_FORM = dict(_all())
_FOLDED = {form.casefold(): unit for form, unit in reversed(_BY_FORM.items()) if len(form) > 1}
_FORM = "|".join(re.escape(form) for form in sorted(_BY_FORM, key=len, reverse=True))
_BEHIND = re.compile(rf"\s?(?P<unit>(?i:{_FORM}))(?![\w'])")
_GLUED = re.compile(rf"(?<=\d)-?(?=(?:{_FORM})(?![\w']))")
_GOES_ON = re.compile(r"\s?(?:[/\u00b7*^]|per\b|an? (?:day|week|month|year)\b)", re.IGNORECASE)


def unit_of(form: str) -> Unit | None:
    """The unit that a text as a whole is; letters that stand alone count as they are written."""
    return _BY_FORM.get(form.strip()) or _FOLDED.get(form.strip().casefold())


def unit_behind(text: str) -> tuple[Unit | None, str]:
    """The unit at the very start of what follows a figure, and what stands behind it."""
    match = _BEHIND.match(text)
    unit = unit_of(match["unit"]) if match else None
    return (unit, text[match.end() :]) if match and unit else (None, text)


def goes_on(text: str) -> bool:
    """Whether a unit is a part of a longer one: "per case", "/h"."""
    return _GOES_ON.match(text) is not None


def unglued(text: str) -> str:
    """A text with a space between figures and the units that stand glued to them."""
    return _GLUED.sub(" ", text)
