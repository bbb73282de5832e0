"""Denials around a value: an answer that names the gold in order to say that it is not it.

Only what stands near in the same sentence counts. A denial never makes an answer right or wrong;
it takes the certainty from it.
"""

from __future__ import annotations

import re

from worksurface_pipeline.kernel.text import normalise

_QUOTES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'"})
_SAYS_NO = (
    r"\w+n't|isnt|wasnt|arent|werent|doesnt|didnt|dont|cant|couldnt|wont|hasnt|"
    r"not|never|neither|nor|none|nobody|no one|no longer|no more|cannot|without|nowhere|nothing|"
    r"hardly|barely|scarcely|unlikely|wrong(?:ly)?|incorrect(?:ly)?|false(?:ly)?|untrue|mistaken|"
    r"den(?:y|ies|ied)|rul(?:es?|ed) out|reject(?:s|ed)?|fail(?:s|ed)? to|far from|"
    r"rather than|other than|instead of|except(?: for)?|excluding|apart from|unlike|"
    r"(?:any|every)(?:one|body|thing) but|all but"
)
_NO = re.compile(rf"\b(?:{_SAYS_NO})(?![\w'])")
_HALF_NO = re.compile(r"\b(?:no|partly|partially|half|mostly|weakly|largely)(?![\w'])")
_NEAR = 7  # words before a value in which a denial bears on it
_BEHIND = re.compile(
    rf"^(?P<asks>\s*\?)|^(?:\s*[-:\u2013]\s*|\s+)(?:[\w-]+ ){{0,3}}?(?:{_SAYS_NO}|no)(?![\w'])"
)
_END = re.compile(r"[.!?;](?=\s|$)|\n")


def folded(text: str) -> str:
    """The form in which denials are looked for: normalised, with plain apostrophes."""
    return normalise(text.translate(_QUOTES))


def denies(text: str) -> bool:
    """Whether a text says no to anything at all."""
    plain = folded(text)
    return _NO.search(plain) is not None or re.search(r"\bno\b", plain) is not None


def is_denied(before: str, after: str) -> bool:
    """Whether what stands before or behind a value, both folded, denies it."""
    return _NO.search(_near(before)) is not None or _BEHIND.match(after) is not None


def is_qualified(before: str) -> bool:
    """Whether a verdict is said in part, or after a "no": "No, this is only partly supported"."""
    return _HALF_NO.search(_near(before)) is not None


def _near(before: str) -> str:
    """The last words of the sentence that a value stands in."""
    sentence = _END.split(before)[-1]
    return " ".join(sentence.split()[-_NEAR:])
