"""Documents that part decimals by a comma: "14,3" and "1.284,5", in which "1.045" is a thousand.

A value is copied as it is printed and computed with later. Where a comma parts decimals, a value
with a point or comma in it would be read as another number than the one that was meant.
"""

from __future__ import annotations

import re

from worksurface_pipeline.mmenterprise.seeds.parts import DocumentWords

# Numbers that say which mark parts decimals: not three digits behind it, or another mark before it.
_BEHIND = r"(?:\d{1,2}|\d{4,})(?![\d.,]*\d)"
_COMMA = re.compile(rf"(?<![\w.,])(?:\d{{1,3}}(?:\.\d{{3}})*|\d+),{_BEHIND}")
_POINT = re.compile(rf"(?<![\w.,])(?:\d{{1,3}}(?:,\d{{3}})*|\d+)\.{_BEHIND}")


def decimal_commas(words: DocumentWords) -> int:
    """How many numbers have a decimal comma; 0 in a document where more have a decimal point."""
    texts = [word.text.strip("()[];:*%€$£") for page in words.pages for word in page.words]
    commas = sum(bool(_COMMA.match(text)) for text in texts)
    points = sum(bool(_POINT.match(text)) for text in texts)
    return commas if commas > points else 0


def is_doubtful(value: str) -> bool:
    """Whether a value may be another number in such a document than it seems."""
    return "," in value or "." in value
