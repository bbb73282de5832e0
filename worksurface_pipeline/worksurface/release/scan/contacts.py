"""E-mail addresses and telephone numbers in a text.

Office files are full of numbers that look like telephones: order numbers, amounts, dates, serials.
So a number counts when the numbering plan of a country knows it (by `phonenumbers`) and it is
written as telephones are: with a plus, in groups, as a mobile of eleven digits, or after a word
that says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from worksurface_pipeline.worksurface.release.scan.model import Hit, Kind

PHONE_WORDS = (
    r"(?:tele)?phone|tel|mobile|cell(?:phone)?|fax|hotline|whatsapp"
    r"|\u7535\u8bdd|\u624b\u673a|\u4f20\u771f|\u70ed\u7ebf"
)
_LOCAL = re.compile(r"[\w.+%-]{1,64}\Z")
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
_AFTER_WORD = re.compile(
    rf"(?i)(?<![^\W_])(?:{PHONE_WORDS})(?:\s?(?:no|nr|number|\u53f7\u7801?|\u53f7)\b\.?)?"
    r"[.:\uff1a#()\s]{0,4}(\+?[\d(][\d ()./\u00a0-]{5,18}\d)(?![\w%])"
)
_DATE = re.compile(r"\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}")
_FEWEST, _MOST = 7, 15  # digits of a telephone number; ITU-T E.164 allows 15


def emails(text: str) -> Iterator[Hit]:
    """Addresses at domains that may be somebody's."""
    at = text.find("@")
    while at >= 0:
        before = _LOCAL.search(text, max(0, at - 64), at)
        after = _DOMAIN.match(text, at + 1)
        is_login = before and _LOGIN.search(text, max(0, before.start() - 70), before.start())
        if before and after and not is_login and _is_somebodys(after[0]):
            yield Hit(Kind.EMAIL, before.start(), f"{before[0]}@{after[0]}")
        at = text.find("@", at + 1)


def phones(text: str) -> Iterator[Hit]:
    """Telephone numbers, each place once."""
    seen: set[int] = set()
    for hit in _phones(text):
        if hit.start not in seen:
            seen.add(hit.start)
            yield hit


def _phones(text: str) -> Iterator[Hit]:
    for found in _PLUS.finditer(text):
        number = re.sub(r"\A00", "+", found[0])
        if is_assigned(number, None):
            yield Hit(Kind.PHONE, found.start(), found[0])
    for pattern, region in ((_GROUPED, "US"), (_MOBILE, "CN")):
        for found in pattern.finditer(text):
            if is_assigned(found[0], region):
                yield Hit(Kind.PHONE, found.start(), found[0])
    for found in _AFTER_WORD.finditer(text):
        digits = sum(char.isdigit() for char in found[1])
        if _FEWEST <= digits <= _MOST and not _DATE.fullmatch(found[1]):
            yield Hit(Kind.PHONE, found.start(1), found[1])


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
