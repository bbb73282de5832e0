"""The unit that a header states: "MAU (10k)", "DAU/MAU（%）", `weight_kg`, "销售额（万元）".

Only words that are units count: "Sales (2023)", "Weight (net)" and "Score (optional)" state none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from worksurface_pipeline.kernel.cells import CURRENCIES, HEADER_UNIT, HEADER_UNIT_TAIL

PERCENT_UNIT = "percent"
_PERCENT_WORDS = frozenset({"%", "％", "pct", "percent", "per cent", "percentage", "百分比"})
_SCALES = {
    "hundred": 1e2,
    "百": 1e2,
    "thousand": 1e3,
    "thousands": 1e3,
    "k": 1e3,
    "000": 1e3,
    "'000": 1e3,
    "000s": 1e3,
    "千": 1e3,
    "万": 1e4,
    "萬": 1e4,
    "million": 1e6,
    "millions": 1e6,
    "mn": 1e6,
    "mio": 1e6,
    "m": 1e6,
    "百万": 1e6,
    "亿": 1e8,
    "億": 1e8,
    "billion": 1e9,
    "billions": 1e9,
    "bn": 1e9,
}
# Letters that scale money but measure a length or a mass when they stand alone.
_MONEY_ONLY = frozenset({"m"})
# "Ft" is more often a length in a header than the money of Hungary.
_CURRENCIES = {sign.casefold(): code for sign, code in CURRENCIES.items() if sign != "Ft"} | {
    "人民币": "CNY",
    "美元": "USD",
    "欧元": "EUR",
    "港元": "HKD",
    "日元": "JPY",
}
# Single letters that more often name a variant ("Team (A)") are left out.
_MEASURE_WORDS = """
kg g mg t lb lbs oz ton tons tonne tonnes km m cm mm mi miles ft in inch inches nm km² m² m2 km2 ha
acres m³ m3 l ml cl gal kwh mwh gwh wh kw mw gw hz khz mhz ghz kb mb gb tb bytes bit bits s sec secs
second seconds ms min mins minute minutes h hr hrs hour hours day days week weeks month months yr
yrs year years °c °f kpa hpa bar m/s km/h mph rpm bpm ppm bps pcs piece pieces unit units person
persons people times points pp fte 人 件 个 個 台 次 天 日 月 年 小时 分钟 秒 吨 公斤 千克 克
公里 米 平方米 户 家 辆 条 本 页
"""
_MEASURES = frozenset(_MEASURE_WORDS.split())
# Symbols, which no name has behind a slash; "Cost / day" and "Price / kg" are quotients.
_SYMBOL_WORDS = "m g kg mg km cm mm s ms nm mL ml MB GB kB Hz kHz kW kWh °C Pa kPa hPa bar"
_SYMBOLS = frozenset(_SYMBOL_WORDS.split())
_SLASH = re.compile(
    r"^(?!.*(?:price|cost|fee|preis|kosten|rate)).*\S\s/\s(\S{1,3})$", re.IGNORECASE
)
_IN = re.compile(r"\S\s+in\s+(\S.{0,24})$", re.IGNORECASE)
_COUNT = re.compile(r"^(\d+)\s?(k|m|万)?$")
# "(1000)" is a scale, "(10)" is a mark of something else.
_SCALE_DIGITS = 4
_JOINT = re.compile(r"\s*/\s*|\s+per\s+")
# Ways to spell a scale or a money that stands beside the other.
_SPELLED = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"\b(?:u\.?s\.?|us-)\s?(?:\$|dollars?)|\bdollars?\b", "usd "),
        (r"\beuros?\b", "eur "),
        (r"\bpounds?(?: sterling)?$|\bsterling$", "gbp "),
        (r"\byuan\b", "cny "),
        (r"\byen\b", "jpy "),
        (r"\btausend\b|\btsd\b\.?|\bt(?=\s?(?:€|eur|usd|chf|gbp)\b|€)", "thousand "),
        (r"\bmio\b\.?|\bmillionen\b|\bmill\.", "million "),
        (r"\bmrd\b\.?|\bmilliarden\b", "billion "),
    )
)
_FILLER = re.compile(r"^(?:in|unit|units|单位)\s*[:：]?\s+|^单位[:：]\s*|\bof\b\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HeaderUnit:
    """`unit` as a code (EUR, percent) or as stated; a cell times `scale` is the plain quantity."""

    unit: str
    scale: float = 1.0
    is_money: bool = False


def header_unit(name: str) -> HeaderUnit | None:
    """The unit at the end of a header, or None."""
    match = HEADER_UNIT.search(name)
    found = parse_unit(match.group(1)) if match else None
    if found is not None:
        return found
    tail = HEADER_UNIT_TAIL.search(name)
    return parse_unit(tail.group(1)) if tail else _behind_sign(name)


def _behind_sign(name: str) -> HeaderUnit | None:
    """The unit behind "in" or a slash: "Umsatz in TEUR", "Length / m"."""
    if match := _IN.search(name):
        found = parse_unit(match.group(1))
        return found if found and (found.is_money or found.scale > 1) else None
    match = _SLASH.search(name)
    if match is None or match.group(1) not in _SYMBOLS:
        return None
    return HeaderUnit(match.group(1))


def parse_unit(text: str) -> HeaderUnit | None:
    """The unit that `text` as a whole is, or None."""
    stated = " ".join(text.split())
    folded = _folded(stated)
    if folded in _PERCENT_WORDS:
        return HeaderUnit(PERCENT_UNIT, 0.01)
    if folded in _CURRENCIES:
        return HeaderUnit(_CURRENCIES[folded], is_money=True)
    if folded in _MEASURES and folded not in _SCALES:
        return HeaderUnit(stated)
    return _scaled(stated, folded) or _compound(stated, folded)


def _folded(stated: str) -> str:
    """Lower case, without words that name nothing, and every scale and money in one spelling."""
    folded = stated.casefold()
    for pattern, plain in _SPELLED:
        folded = pattern.sub(plain, folded)
    return " ".join(_FILLER.sub("", folded).split())


def _scaled(stated: str, folded: str) -> HeaderUnit | None:
    """A scale, alone or with a unit: 10k, 万元, USD m, € thousand, million persons."""
    if scale := _scale(folded):
        is_alone = folded in _MONEY_ONLY
        return HeaderUnit(stated) if is_alone else HeaderUnit(stated, scale)
    for cut in range(1, len(folded)):
        head, tail = folded[:cut].strip(), folded[cut:].strip()
        for scale, rest in ((_scale(head), tail), (_scale(tail), head)):
            if scale and rest in _CURRENCIES:
                return HeaderUnit(_CURRENCIES[rest], scale, is_money=True)
            if scale and rest in _MEASURES and not (head in _MONEY_ONLY or tail in _MONEY_ONLY):
                return HeaderUnit(stated, scale)
    return None


def _scale(text: str) -> float:
    """The factor of a scale word or a count such as 10k; 0 for anything else."""
    if text in _SCALES:
        return _SCALES[text]
    match = _COUNT.match(text)
    if match is None:
        return 0.0
    number, suffix = match.groups()
    is_scale = suffix is not None or (number.strip("0") == "1" and len(number) >= _SCALE_DIGITS)
    return int(number) * _SCALES.get(suffix or "", 1.0) if is_scale else 0.0


def _compound(stated: str, folded: str) -> HeaderUnit | None:
    """Known units on both sides: EUR/kWh, km per hour."""
    parts = _JOINT.split(folded)
    if len(parts) != 2:  # one over the other
        return None
    known = all(part in _MEASURES or part in _CURRENCIES for part in parts)
    return HeaderUnit(stated) if known else None
