"""Units that are written with figures: what all their parts measure, and by which factor.

The list is closed: a word that is not listed is a unit only where the question has it in its own
("forecasts per second"), so that an unknown word beside a figure is never taken for understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

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
    ("share", Fraction(1, 100), "%|percent|per cent|pct"),
    ("share", Fraction(1, 1000), "\u2030|per mille"),
    ("percentage points", Fraction(1, 100), "pp|percentage point|percentage points|% points"),
    ("basis points", Fraction(1, 10_000), "bp|bps|basis point|basis points"),
    ("points", Fraction(1, 100), "points|point|pts"),
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


_MONEY = {
    "EUR": "EUR|\u20ac|euro|euros",
    "USD": "USD|US$|$|dollar|dollars",
    "GBP": "GBP|\u00a3",
    "JPY": "JPY|yen",
    "\u00a5": "\u00a5",
    "INR": "INR|\u20b9|rupees",
    **{code: code for code in ["CHF", "SEK", "NOK", "DKK", "CNY", "CAD", "AUD", "PLN"]},
}
_SCALES = {
    10**3: "thousand|k",
    10**6: "million|millions|mn|mln|mio",
    10**9: "billion|billions|bn",
}
_TELLING = frozenset(("share", "percentage points", "basis points", "points"))


@dataclass(frozen=True, slots=True)
class Unit:
    """What a figure measures, and how many of the base unit one of it is.

    `measures` has each part with its power: ("EUR", 1), ("time", -1).
    """

    factor: Fraction = Fraction(1)
    measures: frozenset[tuple[str, int]] = field(default_factory=frozenset)

    @property
    def names(self) -> frozenset[str]:
        """What its parts measure."""
        return frozenset(name for name, _ in self.measures)

    def may_be(self, other: Unit) -> bool:
        """Whether figures in two units that are not the same may be meant as one.

        A part left out or added, points of a share, a word that only the question knows.
        """
        if self.names <= _TELLING and other.names <= _TELLING:
            return True
        has_own_word = any(name.startswith(_OWN) for name in self.names | other.names)
        return has_own_word or self.measures < other.measures or other.measures < self.measures


_OWN = "own word "
_SHARES = frozenset(("share", "percentage points"))


def _all() -> Iterator[tuple[str, tuple[str, Fraction]]]:
    for measures, factor, forms in _LISTED:
        for form in forms.split("|"):
            yield form, (measures, factor)
    for measures, forms in _MONEY.items():
        for form in forms.split("|"):
            yield form, (measures, Fraction(1))
    yield from _prefixed()


def _prefixed() -> Iterator[tuple[str, tuple[str, Fraction]]]:
    for measures, symbol, name, prefixes, base in _PREFIXED:
        for prefix in ("", *prefixes):
            factor = _PREFIXES[prefix] * base
            spoken = f"{_NAMED[prefix]}{name}"
            for form in (f"{prefix}{symbol}", spoken, f"{spoken}s", spoken.replace(" ", "-")):
                if form != "B":  # alone it is a mark or a scale word more often than a byte
                    yield form, (measures, factor)


_BY_FORM: Mapping[str, tuple[str, Fraction]] = dict(_all())
_FOLDED = {form.casefold(): item for form, item in reversed([*_BY_FORM.items()]) if len(form) > 1}
_BY_SCALE = {form: factor for factor, forms in _SCALES.items() for form in forms.split("|")}
_FORM = "|".join(re.escape(form) for form in sorted(_BY_FORM, key=len, reverse=True))
_MONEYED = sorted((form for text in _MONEY.values() for form in text.split("|")), key=len)
MONEY = "(?:" + "|".join(re.escape(form) for form in reversed(_MONEYED)) + ")"
"""A currency, as a pattern."""
_UNIT_WORDS = frozenset(
    word.casefold() for form in (*_BY_FORM, *_BY_SCALE) for word in form.split()
) | {"percentage"}
_PART = re.compile(rf"(?P<form>(?i:{_FORM}))(?![\w'])")
_SCALE = re.compile(rf"\s?(?P<scale>{'|'.join(sorted(_BY_SCALE, reverse=True))})(?![\w'])", re.I)
_SHORT_MILLION = re.compile(r"(?:m|M)(?![\w'])")
_PER = re.compile(r"\s?/\s?| per | an? (?!\s)", re.IGNORECASE)
_GAP = re.compile(r"\s?-?(?=\S)")
_OWN_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def is_unit(word: str) -> bool:
    """Whether a word is a unit or a part of one, whatever its case."""
    return word.casefold() in _UNIT_WORDS


def has_scale(unit: str) -> bool:
    """Whether a unit holds a word such as "million", without which its figure is another."""
    return any(word in _BY_SCALE for word in unit.casefold().split())


@lru_cache(maxsize=1024)
def unit_of(text: str) -> Unit:
    """The unit of a question as a whole; words that no table knows are its own."""
    own = frozenset(match[0].casefold() for match in _OWN_WORD.finditer(text))
    unit, end = unit_behind(f" {text}", 0, own)
    if unit is not None and not f" {text}"[end:].strip():
        return unit
    return Unit(measures=frozenset({(f"{_OWN}{text.casefold()}", 1)}))


def unit_behind(
    text: str, start: int, own: frozenset[str], money: str = ""
) -> tuple[Unit | None, int]:
    """The unit that stands behind a figure ending at `start`, and where it ends.

    `money` is a currency that stood before the figure; `own` are the words of the question's unit.
    """
    factor, end = _scale_at(text, start, bool(money) or _is_before_money(text, start))
    powers: Counter[str] = Counter({money: 1} if money else {})
    part, stop = (None, end) if money else _part_at(text, end, own)
    if part is not None:
        powers[part[0]] += 1
        factor, end = factor * part[1], stop
        late, stop = _scale_at(text, end, is_money=part[0] in _MONEY)
        factor, end = factor * late, stop
    while (per := _PER.match(text, end)) and (below := _part_at(text, per.end(), own))[0]:
        powers[below[0][0]] -= 1
        factor, end = factor / below[0][1], below[1]
    is_bare = not powers and end == start
    return (None if is_bare else Unit(factor, frozenset(powers.items()))), end


def money_of(form: str) -> str:
    """The currency that a sign or word stands for, "" for none."""
    item = _BY_FORM.get(form) or _FOLDED.get(form.casefold())
    return item[0] if item and item[0] in _MONEY else ""


def _is_before_money(text: str, start: int) -> bool:
    return re.match(rf"\s?m\s?{MONEY}(?![\w'])", text[start:]) is not None


def _scale_at(text: str, start: int, is_money: bool) -> tuple[Fraction, int]:
    if is_money and (short := _SHORT_MILLION.match(text, start)):
        return Fraction(10**6), short.end()
    match = _SCALE.match(text, start)
    return (
        (Fraction(_BY_SCALE[match["scale"].casefold()]), match.end())
        if match
        else (
            Fraction(1),
            start,
        )
    )


def _part_at(text: str, start: int, own: frozenset[str]) -> tuple[tuple[str, Fraction] | None, int]:
    """One part of a unit at a place: a listed one, or a word of the question's unit."""
    gap = _GAP.match(text, start)
    place = gap.end() if gap else start
    match = _PART.match(text, place)
    if match:
        form = match["form"]
        item = _BY_FORM.get(form) or _FOLDED.get(form.casefold())
        return (item, match.end()) if item else (None, start)
    word = _OWN_WORD.match(text, place)
    if word is None or not _stems(word[0]) & {stem for item in own for stem in _stems(item)}:
        return None, start
    return (_OWN + min(_stems(word[0])), Fraction(1)), word.end()


def _stems(word: str) -> set[str]:
    """A word in the singular and the plural."""
    form = word.casefold()
    return {form, form[:-1]} if form.endswith("s") else {form}
