"""Numbers of accounts, cards and persons, by their check digits.

The checks are those of `python-stdnum`. A form that many other numbers have too (16 digits on end,
eight digits and a letter) counts only after a word that says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module

from worksurface_pipeline.worksurface.release.scan.model import Hit, Kind

CARD_WORDS = (
    r"(?:credit|debit|bank)?[ _-]?card|visa|mastercard|amex|\u5361\u53f7|\u94f6\u884c\u5361"
)
ID_WORDS = r"dni|nif|nie|aadhaar|passport|ssn"
_IBAN = re.compile(
    r"\d(?<=[A-Za-z]{2}\d)(?<!\w[A-Za-z]{2}\d)"
    r"\d(?: ?[A-Za-z0-9]{4}){2,7}(?: ?[A-Za-z0-9]{1,3})?(?!\w)"
)
"""From its check digits on, which few words have: the engine leaps to them."""
_COUNTRY = 2  # letters before them
_CARD_GROUPS = re.compile(
    r"\d(?<![\w.-]\d)\d{3}([ -])(?:\d{4}\1\d{4}\1\d{4}|\d{6}\1\d{5})(?![\w-]|\.\d)"
)
_CARD_AFTER_WORD = re.compile(
    rf"(?i)(?<![^\W_])(?:{CARD_WORDS})(?:[ _-]?(?:no|nr|number)\b\.?)?"
    r"[:\uff1a#\s]{0,3}(\d{15,19})(?!\w)"
)
_RUN = re.compile(r"\d(?:[ .-]?\d){8,}")
"""Nine or more digits: where alone a card or an identity number made of digits can be."""
_ISSUERS = re.compile(r"4|5[1-5]|2(?:2[2-9]|[3-6]\d|7[01]|720)|3[47]|6(?:011|5|2)")
"""First digits of Visa, Mastercard, American Express, Discover and UnionPay."""
_Check = Callable[[str], bool]


def _stdnum(module: str) -> _Check:
    """A check of python-stdnum, imported at its first use."""

    def check(value: str) -> bool:
        return bool(import_module(f"stdnum.{module}").is_valid(value))

    return check


_CODICE = re.compile(r"[A-Z](?<!\w[A-Z])[A-Z]{5}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?!\w)")
_PERSONS: tuple[tuple[re.Pattern[str], _Check], ...] = (
    (re.compile(r"\d(?<!\w\d)\d{16}[\dXx](?!\w)"), _stdnum("cn.ric")),
    (re.compile(r"\d(?<![\w.-]\d)\d{2}-\d{2}-\d{4}(?![\w-])"), _stdnum("us.ssn")),
    (re.compile(r"\d(?<![\w.-]\d)\d{2}\.\d{3}\.\d{3}-\d{2}(?![\w-])"), _stdnum("br.cpf")),
    (re.compile(r"[12](?<!\w[12]) \d{2} \d{2} \d{2} \d{3} \d{3} \d{2}(?!\w)"), _stdnum("fr.nir")),
)
"""Identity numbers of China, the USA, Brazil and France: their form alone is rare."""
_AFTER_WORD_HINT = re.compile(r"[DNdn][NIni][IFEife]|[Aa]adhaar|AADHAAR")
_AFTER_WORD: tuple[tuple[re.Pattern[str], _Check], ...] = (
    (
        re.compile(r"(?i)(?<![^\W_])(?:dni|nif)[.:\uff1a#\s]{0,3}(\d{8}-?[a-z])(?!\w)"),
        _stdnum("es.dni"),
    ),
    (
        re.compile(r"(?i)(?<![^\W_])nie[.:\uff1a#\s]{0,3}([xyz]-?\d{7}-?[a-z])(?!\w)"),
        _stdnum("es.nie"),
    ),
    (re.compile(r"(?i)aadhaar\D{0,12}(\d{4} ?\d{4} ?\d{4})(?!\w)"), _stdnum("in_.aadhaar")),
)
"""Those of Spain and India, whose form many other numbers share."""


def ibans(text: str) -> Iterator[Hit]:
    """Account numbers whose country, length and check digits fit."""
    check = _stdnum("iban")
    for found in _IBAN.finditer(text):
        start = found.start() - _COUNTRY
        value = text[start : found.end()]
        if check(value):
            yield Hit(Kind.IBAN, start, value)


def cards(text: str) -> Iterator[Hit]:
    """Card numbers of known issuers that pass the Luhn check."""
    for start, end in _runs(text):
        for found in _CARD_GROUPS.finditer(text, start, end):
            if _is_card(found[0]):
                yield Hit(Kind.CARD, found.start(), found[0])
    for found in _CARD_AFTER_WORD.finditer(text):
        if _is_card(found[1]):
            yield Hit(Kind.CARD, found.start(1), found[1])


def national_ids(text: str) -> Iterator[Hit]:
    """Identity numbers of persons whose check digits, and dates of birth, fit."""
    for start, value, check in _of_persons(text):
        if check(value):
            yield Hit(Kind.NATIONAL_ID, start, value)


def _of_persons(text: str) -> Iterator[tuple[int, str, _Check]]:
    """What has the form of an identity number: where it begins, its text, and its check."""
    for found in _CODICE.finditer(text):
        yield found.start(), found[0], _stdnum("it.codicefiscale")
    for start, end in _runs(text):
        for pattern, check in _PERSONS:
            for found in pattern.finditer(text, start, end):
                yield found.start(), found[0], check
    if _AFTER_WORD_HINT.search(text):
        for pattern, check in _AFTER_WORD:
            yield from ((found.start(1), found[1], check) for found in pattern.finditer(text))


def _runs(text: str) -> list[tuple[int, int]]:
    """Stretches of digits, with the two characters after each that may be a check letter."""
    return [(found.start(), found.end() + 2) for found in _RUN.finditer(text)]


def _is_card(text: str) -> bool:
    digits = re.sub(r"\D", "", text)
    return bool(_ISSUERS.match(digits)) and _stdnum("luhn")(digits)
