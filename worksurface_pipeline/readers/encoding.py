"""Which encoding a text file has: byte order mark, UTF-8, then East Asian and Western guesses."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from charset_normalizer import from_bytes

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Enough to tell encodings apart; guessing costs some seconds a MiB.
_SAMPLE_BYTES = 64 << 10
_EAST_ASIAN = ("gb18030", "cp932", "big5", "euc_kr")
_GUESSES = (*_EAST_ASIAN, "cp1252", "cp1251")
# An East Asian reading counts when this share of its non-ASCII characters is everyday script.
_MIN_SCRIPT_SHARE = 0.9
# Hangul uses a part of the range of frequent Chinese characters, so a short text fits both.
_MIN_KOREAN_BYTES = 24
_LETTER_PAIR = re.compile(rb"[A-Za-z][\x80-\xff]|[\x80-\xff][A-Za-z]")
_SURE = 1.0
_LIKELY = 0.8
_GUESSED = 0.6
_LAST_RESORT = 0.2


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text of a file with the encoding it was read in, and how sure we are (0 to 1)."""

    text: str
    encoding: str
    confidence: float


def decode(data: bytes) -> Decoded:
    """Text of `data`; never fails, because latin-1 reads any bytes. A byte order mark is cut off.

    Bytes that do not fit the encoding found become U+FFFD.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Decoded(data.decode(encoding, "replace"), encoding, _SURE)
    wide = _wide_encoding(data[:_SAMPLE_BYTES])
    if wide:
        return Decoded(data.decode(wide, "replace"), wide, _LIKELY)
    try:
        return Decoded(data.decode("utf-8"), "utf-8", _SURE)
    except UnicodeDecodeError:
        encoding, confidence = _guess(data[:_SAMPLE_BYTES])
    return Decoded(data.decode(encoding, "replace"), encoding, confidence)


def _guess(sample: bytes) -> tuple[str, float]:
    shares = {name: _script_share(sample, name) for name in _EAST_ASIAN}
    best = max(_EAST_ASIAN, key=lambda name: shares[name])
    if shares["euc_kr"] >= shares[best] and _high_bytes(sample) >= _MIN_KOREAN_BYTES:
        best = "euc_kr"
    if shares[best] >= _MIN_SCRIPT_SHARE:
        return best, _LIKELY
    if _is_western(sample):
        return "cp1252", _GUESSED
    match = from_bytes(sample, cp_isolation=list(_GUESSES)).best()
    if match is not None:
        return match.encoding, _GUESSED
    return "latin-1", _LAST_RESORT


def _high_bytes(sample: bytes) -> int:
    return sum(byte > 127 for byte in sample)


def _is_western(sample: bytes) -> bool:
    """Accented letters stand between plain ones; Cyrillic letters stand together."""
    try:
        sample.decode("cp1252")
    except UnicodeDecodeError:
        return False
    return len(_LETTER_PAIR.findall(sample)) * 2 > _high_bytes(sample)


def _wide_encoding(sample: bytes) -> str:
    """UTF-16 without a mark: mostly Western text has a NUL in every second byte."""
    half = max(1, len(sample) // 2)
    if sample[1::2].count(0) > half * _LIKELY:
        return "utf-16-le"
    if sample[0::2].count(0) > half * _LIKELY:
        return "utf-16-be"
    return ""


def _script_share(sample: bytes, encoding: str) -> float:
    """Share of everyday characters among the non-ASCII ones, 0 when the bytes do not fit."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        text = decoder.decode(sample)
    except UnicodeDecodeError:
        return 0.0
    wide = [char for char in text if ord(char) > 127]
    if not wide:
        return 0.0
    return sum(_is_everyday(char, encoding) for char in wide) / len(wide)


def _is_everyday(char: str, encoding: str) -> bool:
    if "\u3000" <= char <= "\u3015" or "\uff01" <= char <= "\uff5e":
        return True
    if encoding == "cp932" and "\u3041" <= char <= "\u30fe":
        return True
    return _in_first_level(char, encoding)


def _in_first_level(char: str, encoding: str) -> bool:
    """Whether a character is among the frequent ones, which national standards list first."""
    lead = char.encode(encoding)[0]
    ranges = {
        "gb18030": (0xB0, 0xD7),
        "cp932": (0x88, 0x97),
        "big5": (0xA4, 0xC6),
        "euc_kr": (0xB0, 0xC8),
    }
    low, high = ranges[encoding]
    return len(char.encode(encoding)) == 2 and low <= lead <= high
