"""Private keys, keys of services by their shape, and random tokens after words like "password"."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from worksurface_pipeline.worksurface.release.scan.key_shapes import SHAPES
from worksurface_pipeline.worksurface.release.scan.model import Hit, Kind

SECRET_WORDS = (
    r"api[ _-]?key|access[ _-]?key|secret(?:[ _-]?key)?|auth[ _-]?token|access[ _-]?token"
    r"|bearer|token|passwd|password|passphrase|pwd|credentials?"
    r"|passwort|kennwort|mot de passe|contrase\u00f1a|senha|wachtwoord|has\u0142o"
    r"|\u043f\u0430\u0440\u043e\u043b\u044c|\u5bc6\u7801|\u5bc6\u78bc|\u53e3\u4ee4|\u5bc6\u94a5"
    r"|\u30d1\u30b9\u30ef\u30fc\u30c9|\ube44\ubc00\ubc88\ud638"
)
"""In English, German, French, Spanish, Portuguese, Dutch, Polish, Russian and East Asia's."""
WORD_START = r"(?:(?<![^\W_])|(?-i:(?<=[a-z])(?=[A-Z])))"
"""Where a word begins, in names such as `db_password` and `secretAccessKey` too."""
_PRIVATE = re.compile(r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_PREFIX = re.compile(r"\A(?:.*\.com/.*/|AccountKey=)")
"""Of a key in an address or a connection: what says nothing of how random it is."""
_IN_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s:/@\"'<>]{1,64}:([^\s/@\"'<>]{3,128})@\w")
_ASSIGNED = re.compile(
    rf"(?i){WORD_START}(?:{SECRET_WORDS})[\"']?\s{{0,3}}(?:[:=\uff1a]|\bis\b)\s{{0,3}}"
    r"[\"']?([^\s\"',;<>(){}\[\]]{8,256})"
)
_HEADER = re.compile(
    r"(?i)(?<![^\W_])(?:authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?)?(?:bearer|basic|token)"
    r"\s{1,3}([\w.~+/-]{16,512}={0,2})(?![\w=])"
)
"""The credentials of a request, which follow their scheme without a sign."""
_STAND_IN = re.compile(
    r"(?i)\$|%|\*{3}|x{4}|\.{3}|your|example|sample|dummy|placeholder|change_?me|redacted|secret|"
    r"password|passwort|token|key\b|https?:|\\|_id\b"
)
"""What stands where a secret would: a variable, a mask, an example, a name of one."""
_HEX = re.compile(r"[0-9a-f]{32,128}")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{32,256}={0,2}")
_RANDOM = 3.0  # bits a character; words of a language have less, random tokens of 16 more
_LONG = 16  # from here on even one kind of characters may be random
_KINDS = (re.compile(r"[a-z]"), re.compile(r"[A-Z]"), re.compile(r"\d"), re.compile(r"[^\w]"))
_MIXED = 3  # kinds of characters that a short password has
_JUMBLED = 0.4  # share of neighbours of different kinds: of 62 drawn about 0.6, of names under 0.3
_TURNS = 4  # changes of kind in a short password without a digit; "Incorrect!" has two


def private_keys(text: str) -> Iterator[Hit]:
    """The heads of private keys in PEM form."""
    if "PRIVATE KEY" in text:
        for found in _PRIVATE.finditer(text):
            yield Hit(Kind.PRIVATE_KEY, found.start(), found[0])


def api_keys(text: str) -> Iterator[Hit]:
    """Keys in the shapes that services give them, and passwords inside addresses."""
    for found in SHAPES.finditer(text):
        value = _PREFIX.sub("", found[0])
        is_drawn = any(char.isdigit() for char in value) or is_jumbled(value)
        if is_drawn and bits(value) >= _RANDOM:  # names in capitals have no digit
            yield Hit(Kind.API_KEY, found.start(), found[0])
    if "://" in text:
        for found in _IN_ADDRESS.finditer(text):
            if not _STAND_IN.search(found[1]):
                yield Hit(Kind.API_KEY, found.start(1), found[1])


def assigned(text: str) -> Iterator[Hit]:
    """Values that look random, given to a name like "password", or sent as credentials."""
    for found in _ASSIGNED.finditer(text):
        value = found[1].rstrip(".:!?")
        if _is_secret(value) or _is_short_password(found[1]):
            yield Hit(Kind.SECRET, found.start(1), value)
    for found in _HEADER.finditer(text):
        if _is_credential(found[1]):
            yield Hit(Kind.SECRET, found.start(1), found[1])


def is_random(value: str) -> bool:
    """Whether a value looks drawn rather than written: mixed kinds of characters, many bits."""
    kinds = sum(bool(kind.search(value)) for kind in _KINDS)
    has_digit = any(char.isdigit() for char in value)
    is_mixed = kinds >= _MIXED or (has_digit and kinds > 1 and len(value) >= _LONG)
    return is_mixed and bits(value) >= _RANDOM - (len(value) < _LONG)


def is_jumbled(value: str) -> bool:
    """Whether the kinds of characters change as often as where each was drawn."""
    return _turns(value) >= _JUMBLED * max(len(value) - 1, 1)


def bits(text: str) -> float:
    """Shannon's entropy of the characters of a text, in bits a character."""
    counts = Counter(text).values()
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts)


def _is_secret(value: str) -> bool:
    """A path is no secret, but for what only looks like one: slashes are digits of base 64."""
    if _STAND_IN.search(value):
        return False
    is_drawn = bool(_BASE64.fullmatch(value)) and is_jumbled(value)
    return is_random(value) and ("/" not in value or is_drawn)


def _is_short_password(value: str) -> bool:
    """A password without a digit, whose sign may stand at its end."""
    kinds = sum(bool(kind.search(value)) for kind in _KINDS)
    is_mixed = kinds >= _MIXED and "/" not in value and not _STAND_IN.search(value)
    return is_mixed and len(value) < _LONG and not value.islower() and _turns(value) >= _TURNS


def _is_credential(value: str) -> bool:
    """Stricter than after a sign: "bearer" and "token" are words of a language too."""
    is_drawn = is_jumbled(value) and bits(value) >= _RANDOM
    return not _STAND_IN.search(value) and (bool(_HEX.fullmatch(value)) or is_drawn)


def _turns(value: str) -> int:
    """How often a character is of another kind than the one before it."""
    kinds = [0 if char.islower() else 1 if char.isupper() else 2 for char in value]
    return sum(one != other for one, other in pairwise(kinds))
