"""Which characters make words, and which scripts are written without spaces between them."""

from __future__ import annotations

# Han with its repetition marks, kana, Hangul, and the rarer Han of the higher planes.
CJK = (
    "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\U00020000-\U0003ffff"
)
# Thai and Lao, Burmese, Khmer: no spaces either, so they are searched as CJK is.
_SOUTH_EAST_ASIAN = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1780-\u17d3"
UNSPACED = CJK + _SOUTH_EAST_ASIAN
"""Character class (without brackets) of the scripts that are searched by pairs of characters."""

# Signs that stand on or beside a letter; Python's \w leaves them out, which would split words.
MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u0900-\u0903\u093a-\u094f\u0951-\u0957"
    "\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a03\u0a3c-\u0a51\u0a81-\u0a83\u0abc-\u0acd"
    "\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bcd\u0c00-\u0c04\u0c3c-\u0c56\u0c81-\u0c83"
    "\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d4d\u0d82\u0d83\u0dca-\u0ddf"
)
"""Character class (without brackets) of combining marks."""
