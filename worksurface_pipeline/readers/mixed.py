"""UTF-8 text of which some lines are in another encoding, or hold stray bytes.

Logs that several programs write, and tables pasted together, look like that. Each line is judged
by itself; the foreign lines together are guessed once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.readers.candidates import NARROW
from worksurface_pipeline.readers.encoding import fit, guess

MULTIBYTE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
"""One character of UTF-8 beyond ASCII."""

_LONG = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
# A line with a stray byte is still UTF-8 if this many sequences are right for each wrong one.
_RIGHT_PER_WRONG = 10
# Two-byte characters of other encodings pass for UTF-8 now and then, three bytes hardly ever: so
# many of these in this share of the lines, or half of the lines, prove that a part is UTF-8.
_LONG_SEQUENCES, _LONG_LINES, _RIGHT_LINES = 2, 0.02, 0.5
# Below this a guess on the foreign lines is worth less than an honest mark of loss, unless what
# it yields reads well: a single accent proves little, and is still better read than lost.
_LOWEST_GUESS, _READS_WELL = 0.45, 0.5
# UTF-8 in an encoding of one byte a character is a letter and a symbol: worse than this.
_ILL_READ = 0.0
# Two-byte characters alone prove no UTF-8 where the whole reads this surely as something else.
_SURELY_OTHER = 0.7


@dataclass(frozen=True, slots=True)
class MixedText:
    """The text, and the encoding of its foreign lines ("": their bytes were replaced).

    `confidence` is that of the guess on them.
    """

    text: str
    other: str
    confidence: float = 1.0


def mixed_text(data: bytes) -> MixedText | None:
    """`data` read line by line; None where too little of it is UTF-8."""
    lines = data.split(b"\n")
    strange = [number for number, line in enumerate(lines) if not _is_utf8(line)]
    foreign = {number for number in strange if not _is_mostly_utf8(lines[number])}
    wrong = b"\n".join(lines[number] for number in sorted(foreign))
    legacy = guess(wrong)
    apart = set(strange)
    right = [line for number, line in enumerate(lines) if not (line.isascii() or number in apart)]
    if not _reads_ill(right, legacy.encoding):
        is_all_wrong = len(foreign) == len(strange)
        if is_all_wrong and not _proves_utf8(right, len(strange)):
            return None
        if not _LONG.search(data) and guess(data).confidence >= _SURELY_OTHER:
            return None
    is_read = legacy.confidence >= _LOWEST_GUESS or legacy.fit >= _READS_WELL
    other = legacy.encoding if foreign and is_read else ""
    text = "\n".join(
        line.decode(other or "utf-8" if number in foreign else "utf-8", "replace")
        for number, line in enumerate(lines)
    )
    return MixedText(text, other, legacy.confidence)


def _reads_ill(right: Sequence[bytes], encoding: str) -> bool:
    """Whether the lines that are UTF-8 make no text in the encoding of the foreign ones."""
    is_narrow = bool(right) and encoding in NARROW
    return is_narrow and fit(b"\n".join(right), encoding) < _ILL_READ


def _is_utf8(line: bytes) -> bool:
    if line.isascii():
        return True
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_mostly_utf8(line: bytes) -> bool:
    wrong = line.decode("utf-8", "replace").count("\ufffd")
    return len(MULTIBYTE.findall(line)) >= wrong * _RIGHT_PER_WRONG


def _proves_utf8(telling: Sequence[bytes], strange: int) -> bool:
    lines = len(telling) + strange
    found = [len(_LONG.findall(line)) for line in telling]
    if sum(found) >= _LONG_SEQUENCES and sum(map(bool, found)) >= _LONG_LINES * lines:
        return True
    return bool(telling) and len(telling) >= _RIGHT_LINES * lines
