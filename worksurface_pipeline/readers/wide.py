"""UTF-16 and ISO-2022 without a mark: told by zero bytes, escapes and what they read as."""

from __future__ import annotations

# Enough bytes to see zeros and scripts.
_SAMPLE = 1 << 12
_FEWEST_PAIRS = 4
# UTF-16 of Western text: this share of zeros on one side of each pair, hardly any on the other.
_ZEROS, _OTHERS = 0.4, 0.05
# UTF-16 of East Asian text: nearly all characters are of scripts in daily use.
_PLAUSIBLE, _IMPLAUSIBLE = 0.97, 0.9
# Text of which this share of bytes is plain ASCII has a stray zero, and is not of two bytes.
_MOSTLY_ASCII = 0.75
_DAILY = (
    (0x20, 0x7E),
    (0xA0, 0x17F),
    (0x370, 0x4FF),
    (0x2010, 0x203B),
    (0x2100, 0x2200),
    (0x2460, 0x24FF),
    (0x3000, 0x30FF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3),
    (0xFF01, 0xFF9F),
)
_ISO_2022_JP = (b"\x1b$B", b"\x1b$@")
_ISO_2022_KR = b"\x1b$)C"


def wide_encoding(data: bytes) -> str:
    """The name of UTF-16 without a mark, "" if it is not."""
    head = data[:_SAMPLE]
    pairs = len(head) // 2
    if pairs < _FEWEST_PAIRS or 0 not in head:
        return ""
    even, odd = head[0::2].count(0) / pairs, head[1::2].count(0) / pairs
    if odd > _ZEROS and even < _OTHERS:
        return "utf-16-le"
    if even > _ZEROS and odd < _OTHERS:
        return "utf-16-be"
    return "" if len(data) % 2 else _east_asian(head[: pairs * 2])


def escaped_encoding(data: bytes) -> str:
    """ISO-2022-JP or -KR by its escape sequences, "" if it is neither; such text is all ASCII."""
    if b"\x1b$" not in data or not data.isascii():
        return ""
    if _ISO_2022_KR in data:
        return "iso2022_kr"
    return "iso2022_jp_2" if any(mark in data for mark in _ISO_2022_JP) else ""


def _east_asian(head: bytes) -> str:
    ascii_bytes = sum(0x20 <= byte <= 0x7E for byte in head)
    if ascii_bytes > len(head) * _MOSTLY_ASCII:
        return ""
    little, big = (_plausible(head, name) for name in ("utf-16-le", "utf-16-be"))
    if little >= _PLAUSIBLE and big < _IMPLAUSIBLE:
        return "utf-16-le"
    return "utf-16-be" if big >= _PLAUSIBLE and little < _IMPLAUSIBLE else ""


def _plausible(head: bytes, encoding: str) -> float:
    text = head.decode(encoding, "replace")
    return sum(map(_is_daily, text)) / len(text)


def _is_daily(char: str) -> bool:
    code = ord(char)
    return char in "\t\r\n" or any(first <= code <= last for first, last in _DAILY)
