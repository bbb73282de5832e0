"""Private keys, keys of services by their shape, and random tokens after words like "password"."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from worksurface_pipeline.worksurface.release.scan.model import Hit, Kind

SECRET_WORDS = (
    r"api[ _-]?key|access[ _-]?key|secret(?:[ _-]?key)?|auth[ _-]?token|access[ _-]?token"
    r"|bearer|token|passwd|password|pwd|credentials?|\u5bc6\u7801|\u5bc6\u94a5"
)
_PRIVATE = re.compile(r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_SHAPES = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"A(?:KIA|SIA)[0-9A-Z]{16}"  # Amazon
    r"|gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_\w{60,250}"
    r"|glpat-[\w-]{20,64}"
    r"|sk-(?:[a-z]+-)*[A-Za-z0-9_-]{20,200}"  # OpenAI, Anthropic and those that follow them
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,250}"  # Slack
    r"|AIza[\w-]{35}"  # Google
    r"|hf_[A-Za-z0-9]{30,64}"
    r"|(?:sk|rk)_live_[A-Za-z0-9]{16,128}"  # Stripe
    r"|npm_[A-Za-z0-9]{36}|pypi-AgEI[\w-]{50,250}"
    r"|eyJ[\w-]{10,1000}\.eyJ[\w-]{10,4000}\.[\w-]{16,1000}"  # a signed JSON web token
    r")(?![A-Za-z0-9_-])"
)
_IN_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s:/@\"'<>]{1,64}:([^\s/@\"'<>]{3,128})@\w")
_ASSIGNED = re.compile(
    rf"(?i)(?<![^\W_])(?:{SECRET_WORDS})[\"']?\s{{0,3}}(?:[:=\uff1a]|\bis\b)\s{{0,3}}"
    r"[\"']?([^\s\"',;<>(){}\[\]]{8,256})"
)
_STAND_IN = re.compile(
    r"(?i)\$|%|\*{3}|x{4}|\.{3}|your|example|sample|dummy|placeholder|change_?me|redacted|secret|"
    r"password|token|key\b|https?:|/|\\|_id\b"
)
"""What stands where a secret would: a variable, a mask, an example, a path, a name of one."""
_RANDOM = 3.0  # bits a character; words of a language have less, random tokens of 16 more
_LONG = 16  # from here on even one kind of characters may be random
_KINDS = (re.compile(r"[a-z]"), re.compile(r"[A-Z]"), re.compile(r"\d"), re.compile(r"[^\w]"))
_MIXED = 3  # kinds of characters that a short password has


def private_keys(text: str) -> Iterator[Hit]:
    """The heads of private keys in PEM form."""
    if "PRIVATE KEY" in text:
        for found in _PRIVATE.finditer(text):
            yield Hit(Kind.PRIVATE_KEY, found.start(), found[0])


def api_keys(text: str) -> Iterator[Hit]:
    """Keys in the shapes that services give them, and passwords inside addresses."""
    for found in _SHAPES.finditer(text):
        has_digit = any(char.isdigit() for char in found[0])  # names in capitals have none
        if has_digit and bits(found[0]) >= _RANDOM:
            yield Hit(Kind.API_KEY, found.start(), found[0])
    if "://" in text:
        for found in _IN_ADDRESS.finditer(text):
            if not _STAND_IN.search(found[1]):
                yield Hit(Kind.API_KEY, found.start(1), found[1])


def assigned(text: str) -> Iterator[Hit]:
    """Values that look random, given to a name like "password"."""
    for found in _ASSIGNED.finditer(text):
        value = found[1].rstrip(".:!?")
        if is_random(value) and not _STAND_IN.search(value):
            yield Hit(Kind.SECRET, found.start(1), value)


def is_random(value: str) -> bool:
    """Whether a value looks drawn rather than written: mixed kinds of characters, many bits."""
    kinds = sum(bool(kind.search(value)) for kind in _KINDS)
    has_digit = any(char.isdigit() for char in value)
    is_mixed = kinds >= _MIXED or (has_digit and kinds > 1 and len(value) >= _LONG)
    return is_mixed and bits(value) >= _RANDOM - (len(value) < _LONG)


def bits(text: str) -> float:
    """Shannon's entropy of the characters of a text, in bits a character."""
    counts = Counter(text).values()
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts)
