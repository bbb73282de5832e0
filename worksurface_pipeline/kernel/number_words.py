"""Words that stand with a number: what multiplies it, and units that are written against it."""

from __future__ import annotations

SCALES = {
    "千": 3,
    "万": 4,
    "萬": 4,
    "百万": 6,
    "千万": 7,
    "亿": 8,
    "億": 8,
    "十亿": 9,
    "百亿": 10,
    "千亿": 11,
    "万亿": 12,
    "thousand": 3,
    "k": 3,
    "lakh": 5,
    "lakhs": 5,
    "lac": 5,
    "million": 6,
    "millions": 6,
    "mio": 6,
    "mn": 6,
    "m": 6,
    "crore": 7,
    "crores": 7,
    "billion": 9,
    "billions": 9,
    "mrd": 9,
    "bn": 9,
    "b": 9,
    "trillion": 12,
    "tn": 12,
}
"""Powers of ten by the word or letter that stands for them, case-folded."""
WORD_SCALE = "(?:thousand|lakhs?|lac|millions?|mio|crores?|billions?|mrd|trillion)"
"""Those words that hold with or without a blank before them, as a pattern."""
CJK_SCALE = "(?:[百千]万|[十百千万]亿|[千万萬亿億])"
"""Those characters, the longer before the shorter, as a pattern."""
UNITS = "(?:kg|mg|km|cm|mm|ms|min|hrs?|[KMGT]B|[kMG]?Wh|pcs|days?|items?|rows?|files?)"
"""Units that may follow a figure without a blank, as a pattern."""
