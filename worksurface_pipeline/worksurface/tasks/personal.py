"""What has the shape of personal data: single texts, and columns that hold such texts.

One home for the gate that refuses such answers and for the families, which neither ask for such a
column's values nor name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from worksurface_pipeline.worksurface.tasks.words import stem

_SHAPES = (
    ("an e-mail address", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("a telephone number", re.compile(r"\+\d{1,3}[\s.-]?\(?\d{1,4}\)?(?:[\s.-]?\d{2,4}){2,4}")),
    ("a telephone number", re.compile(r"\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}")),
    ("a mobile number", re.compile(r"1[3-9]\d{9}")),
    ("an identity number", re.compile(r"\d{17}[\dXx]")),
    ("a social security number", re.compile(r"\d{3}-\d{2}-\d{4}")),
    ("an account number", re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?")),
)
_CARD = re.compile(r"\d(?:[ -]?\d){12,18}")
# A name that ends so holds them, whatever form the cells have. "Phone calls" is no such name.
_LAST_WORDS = "email mail phone telephone mobile fax iban ssn passport"
_LAST = frozenset(map(stem, _LAST_WORDS.split()))
# The digits of one that ends so are no amounts: "email address", "phone number".
_TAILS = frozenset(map(stem, ("address", "number", "no", "nr", "id")))
_SHORTEST = 6  # characters; "Email" over flags or counts is no list of addresses
_MOST_OTHERS = 0.5  # a column of which more than this share has another shape is none


def personal_shape(text: str) -> str:
    """What a text looks like ("an e-mail address"), "" if like nothing personal."""
    for kind, shape in _SHAPES:
        if shape.fullmatch(text):
            return kind
    return "a card number" if _CARD.fullmatch(text) and _is_luhn(text) else ""


def is_personal(parts: tuple[str, ...], texts: Iterable[str]) -> bool:
    """Whether a column is a list of such data, by the stems of its name or by some values."""
    seen = [text.strip() for text in texts]
    named = parts[:-1] if parts and parts[-1] in _TAILS else parts
    if named and named[-1] in _LAST and any(len(text) >= _SHORTEST for text in seen):
        return True
    others = sum(1 for text in seen if not personal_shape(text))
    return bool(seen) and others <= _MOST_OTHERS * len(seen)


def _is_luhn(text: str) -> bool:
    digits = [int(char) for char in text if char.isdigit()][::-1]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
