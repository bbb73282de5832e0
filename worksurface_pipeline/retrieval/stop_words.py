"""Words that ask rather than name: in a scope of few passages they look rare, hence telling."""

from __future__ import annotations

_ASKING = (
    "a an and are as at be by did do does for from had has have how if in is it its many much of"
    " on or that the their there these they this those to was were what when where which who"
    " whose why will with"
)
ASKING_WORDS = frozenset(_ASKING.split())
"""English words that no search needs."""

_ASKING_CHINESE = "什么 多少 哪些 哪个 哪一 几个 如何 怎么 怎样 为何 请问 是否"
ASKING_PAIRS = frozenset(_ASKING_CHINESE.split())
"""Chinese words of two characters that ask."""
