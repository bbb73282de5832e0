"""E-mail addresses and telephone numbers in a text.

Office files are full of numbers that look like telephones: order numbers, amounts, dates, serials.
So a number counts when the numbering plan of a country knows it (by `phonenumbers`) and it is
written as telephones are: with a plus, in groups, as a mobile of eleven digits, or after a word
that says so. After a verb such as "call" it must begin as national numbers do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from worksurface_pipeline.worksurface.release.scan.model import Hit, Kind

PHONE_WORDS = (
    r"(?:tele)?phone|tel|mobile|cell(?:phone)?|fax|hotline|whatsapp|telefax"
    r"|telefon[oe]?|t\u00e9l\u00e9phone|tel\u00e9fono|t\u00e9l|handy(?:nummer)?|m\u00f3vil|cellulare"
    r"|mobil(?:nummer|telefon)?|rufnummer|\u0442\u0435\u043b(?:\u0435\u0444\u043e\u043d)?"
    r"|\u7535\u8bdd|\u624b\u673a|\u4f20\u771f|\u70ed\u7ebf"
)
_VERBS = r"call|dial|ring|phoning|text|sms|reach|contact|rufen?|anrufen|appele[zr]|llam[ae]r?"
_LOCAL = re.compile(r"[\w.+%-]{1,64}\Z")
_SPELT = re.compile(
    r"(?i)[\[({<]\s?(?:at|\u00e4t|@)\s?[\])}>]\s?"
    r"((?:[\w-]{1,63}(?:\.|\s?[\[({<]\s?(?:dot|punkt|point|punto|\.)\s?[\])}>]\s?)){1,4})"
    r"([a-z]{2,24})(?![\w-])"
)
"""The rest of an address with its signs spelt: "[at] firm (dot) de"."""
_BEFORE_SPELT = re.compile(r"[\w.+%-]{1,64}(?=\s?\Z)")
_DOMAIN = re.compile(r"(?:[\w-]{1,63}\.)+[A-Za-z]{2,24}(?![\w-])")
_NOBODY = re.compile(
    r"(?i)(?:^|\.)(?:example\.(?:com|org|net|edu)|[\w-]+\.(?:example|test|invalid|local|localhost))$"
)
"""Domains that are nobody's, by RFC 2606 and 6761: what is sent there reaches no one."""
_LOGIN = re.compile(r"//(?:[^\s/@]{0,64}:)?\Z")
"""What stands before the login of an address."""
_FILES = (
    "png",
    "jpg",
    "jpeg",
    "gif",
    "svg",
    "css",
    "js",
    "py",
    "txt",
    "csv",
    "json",
    "pdf",
    "webp",
    "html",
    "htm",
    "xml",
    "docx",
    "xlsx",
    "pptx",
    "yaml",
    "yml",
    "toml",
)
# A look behind the first character stands after it, so that the engine can leap to candidates.
_PLUS = re.compile(
    r"[+0](?<![\w+.,-][+0])(?:(?<=\+)|0(?=[1-9]\d[ ./-]))\d[\d ()./\u00a0-]{6,20}\d(?![\w%])"
)
_GROUPED = re.compile(
    r"[(\d](?<![\w.,/+-][(\d])(?:(?<=1)[ .-]\(?\d{3}\)?[ .-]|(?<=\()\d{3}\) ?|(?<=\d)\d{2}[ .-])"
    r"\d{3}[.-]\d{4}(?![\w/-]|[.,]\d)"
)
_MOBILE = re.compile(r"1(?<![\w.,/+-]1)[3-9]\d{9}(?![\w/-]|[.,]\d)")
_IN_PAIRS = re.compile(
    r"0(?<![\w.,/+-]0)[1-9](?:([ .-])\d{2})(?:\1\d{2}){3}(?![\w/-]|[.,]?[ .-]?\d)"
)
"""As the French write a number; rows of months and lots of other pairs look the same."""
_AFTER_VERB = re.compile(
    rf"(?i)(?<![^\W_])(?:{_VERBS})(?:\s(?:me|us|him|her|them|at|on|to|via|sie|mich|uns|an|unter|au|al)"
    r"\b){0,3}[:\s]{1,3}(\(?(?!0[.,])[0+][\d ()./-]{6,18}\d)(?![\w%]|[.,-]\d)"
)
_PLANS = ("DE", "FR", "GB", "IT", "ES", "NL", "BE", "CH", "AT", "PL", "CN", "JP", "KR", "IN", "AU")
"""Countries whose national numbers begin with 0, or are often written without their own code."""
_AFTER_WORD = re.compile(
    rf"(?i)(?<![^\W_])(?:{PHONE_WORDS})(?:\s?(?:no|nr|number|\u53f7\u7801?|\u53f7)\b\.?)?"
    r"[.:\uff1a#()\s]{0,4}(\+?[\d(][\d ()./\u00a0-]{5,18}\d)(?![\w%])"
)
_DATE = re.compile(r"\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}")
_FEWEST, _MOST = 7, 15  # digits of a telephone number; ITU-T E.164 allows 15


def emails(text: str) -> Iterator[Hit]:
    """Addresses at domains that may be somebody's, their signs spelt or not."""
    yield from _spelt(text)
    at = text.find("@")
    while at >= 0:
        before = _LOCAL.search(text, max(0, at - 64), at)
        after = _DOMAIN.match(text, at + 1)
        is_login = before and _LOGIN.search(text, max(0, before.start() - 70), before.start())
        if before and after and not is_login and _is_somebodys(after[0]):
            yield Hit(Kind.EMAIL, before.start(), f"{before[0]}@{after[0]}")
        at = text.find("@", at + 1)


def _spelt(text: str) -> Iterator[Hit]:
    for found in _SPELT.finditer(text):
        start = max(0, found.start() - 65)
        before = _BEFORE_SPELT.search(text, start, found.start())
        domain = re.sub(r"[^\w-]+(?:dot|punkt|point|punto)?[^\w-]*", ".", found[1], flags=re.I)
        if before and _is_somebodys(f"{domain.rstrip('.')}.{found[2]}"):
            yield Hit(Kind.EMAIL, before.start(), text[before.start() : found.end()])


def phones(text: str) -> Iterator[Hit]:
    """Telephone numbers, each place once."""
    seen: set[int] = set()
    for finder in (_with_country, _in_groups, _in_pairs, _after_verbs, _after_words):
        for hit in finder(text):
            if hit.start not in seen:
                seen.add(hit.start)
                yield hit


def _with_country(text: str) -> Iterator[Hit]:
    for found in _PLUS.finditer(text):
        if is_assigned(re.sub(r"\A00", "+", found[0]), None):
            yield Hit(Kind.PHONE, found.start(), found[0])


def _in_groups(text: str) -> Iterator[Hit]:
    for pattern, region in ((_GROUPED, "US"), (_MOBILE, "CN")):
        for found in pattern.finditer(text):
            if is_assigned(found[0], region):
                yield Hit(Kind.PHONE, found.start(), found[0])


def _in_pairs(text: str) -> Iterator[Hit]:
    for found in _IN_PAIRS.finditer(text):
        if not _is_row(found[0].split(found[1])) and is_assigned(found[0], "FR"):
            yield Hit(Kind.PHONE, found.start(), found[0])


def _after_verbs(text: str) -> Iterator[Hit]:
    for found in _AFTER_VERB.finditer(text):
        is_date = _DATE.fullmatch(found[1])
        if not is_date and any(is_assigned(found[1], region) for region in _PLANS):
            yield Hit(Kind.PHONE, found.start(1), found[1])


def _after_words(text: str) -> Iterator[Hit]:
    for found in _AFTER_WORD.finditer(text):
        digits = sum(char.isdigit() for char in found[1])
        if _FEWEST <= digits <= _MOST and not _DATE.fullmatch(found[1]):
            yield Hit(Kind.PHONE, found.start(1), found[1])


def _is_row(pairs: list[str]) -> bool:
    """Whether numbers follow each other at one distance, as months and years do."""
    steps = {int(later) - int(earlier) for earlier, later in pairwise(pairs)}
    return len(steps) == 1


@cache
def is_assigned(number: str, region: str | None) -> bool:
    """Whether a numbering plan knows a number; without a region it must name its country."""
    import phonenumbers  # its tables take a tenth of a second, and few releases need them

    try:
        return bool(phonenumbers.is_valid_number(phonenumbers.parse(number, region)))
    except phonenumbers.NumberParseException:
        return False


def _is_somebodys(domain: str) -> bool:
    return not _NOBODY.search(domain) and domain.rpartition(".")[2].lower() not in _FILES
