"""Which legacy encoding a text has, when neither a mark nor UTF-8 nor the file itself tells.

Each candidate that fits the bytes is read and its characters judged (`candidates`). The lead over
the next one and the number of characters that bear witness make the confidence.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from functools import lru_cache

from worksurface_pipeline.readers.candidates import CANDIDATES, score

# Bytes of lines with non-ASCII text that are judged: more changes no verdict, and costs time.
_SAMPLE_BYTES = 16 << 10
_SLOW_SAMPLE_BYTES = 4 << 10
# Wrong bytes that a candidate may have in every thousand: damage, not another encoding.
_WRONG_PER_MILLE = 2
# A best candidate below this is hardly a text in it: the general detector is asked.
_MIN_SCORE = 0.12
# Characters after which more of them make a verdict no surer.
_ENOUGH_WITNESSES = 6
# A lead of this much is as good as certain.
_CLEAR_LEAD = 0.3
_LOWEST, _HIGHEST = 0.3, 0.95
_BY_DETECTOR, _LAST_RESORT = 0.4, 0.2


@dataclass(frozen=True, slots=True)
class Guess:
    """The most likely encoding, a confidence in [0, 1], and the next best ("" if none).

    `fit` says how well the text reads in it, from -2 to 1 (everyday text); 0 where a general
    detector chose it. A few characters may read well and leave the confidence low.
    """

    encoding: str
    confidence: float
    other: str = ""
    fit: float = 0.0


@dataclass(frozen=True, slots=True)
class _Reading:
    """A sample as one candidate reads it, and the mean verdict of its characters."""

    encoding: str
    text: str
    score: float


def guess(data: bytes) -> Guess:
    """The legacy encoding of `data`; latin-1, which reads any bytes, where nothing fits."""
    return _guess(_witness_lines(data))


@lru_cache(maxsize=4)
def _guess(sample: bytes) -> Guess:
    """Asked twice where a text is read by lines first."""
    readings = _readings(sample)
    if not readings or readings[0].score < _MIN_SCORE:
        return _by_detector(sample)
    best = readings[0]
    # An encoding that reads the same text is no rival.
    rivals = [reading for reading in readings if reading.text != best.text]
    if not rivals:
        return Guess(best.encoding, _confidence(_CLEAR_LEAD, best), fit=best.score)
    lead = best.score - max(rivals[0].score, 0.0)
    return Guess(best.encoding, _confidence(lead, best), rivals[0].encoding, best.score)


def fit(data: bytes, encoding: str) -> float:
    """How well lines of text read in an encoding that is no script's own: from -2 to 1."""
    sample = _witness_lines(data)
    text = sample.decode(encoding, "replace")
    scores = [score(text, item) for item in CANDIDATES if item.encoding == encoding]
    return max(scores, default=0.0)


def _readings(sample: bytes) -> list[_Reading]:
    """What every candidate that fits makes of the sample, the best first."""
    texts = {item.encoding: _read(sample, item.encoding) for item in CANDIDATES}
    found = [
        _Reading(item.encoding, text, score(text, item))
        for item in CANDIDATES
        if (text := texts[item.encoding]) is not None
    ]
    return sorted(found, key=lambda reading: -reading.score)


def _confidence(lead: float, best: _Reading) -> float:
    witnesses = sum(char > "\x7f" for char in set(best.text))
    weight = min(1.0, lead / _CLEAR_LEAD) * min(1.0, witnesses / _ENOUGH_WITNESSES)
    return round(_LOWEST + (_HIGHEST - _LOWEST) * weight, 2)


def _witness_lines(data: bytes) -> bytes:
    """Lines that hold non-ASCII bytes, up to the size of a sample."""
    kept: list[bytes] = []
    size = 0
    for line in data[: _SAMPLE_BYTES * 64].split(b"\n"):
        if not line.isascii():
            kept.append(line[: _SAMPLE_BYTES - size])
            size += len(kept[-1])
            if size >= _SAMPLE_BYTES:
                break
    return b"\n".join(kept)


def _read(sample: bytes, encoding: str) -> str | None:
    """The sample in this encoding, None if it does not fit; the sample may end in mid-character."""
    text = codecs.getincrementaldecoder(encoding)("replace").decode(sample)
    wrong = text.count("\ufffd")
    return None if wrong * 1000 > len(sample) * _WRONG_PER_MILLE else text


def _by_detector(sample: bytes) -> Guess:
    from charset_normalizer import from_bytes

    match = from_bytes(sample[:_SLOW_SAMPLE_BYTES]).best()
    if match is None or match.encoding == "ascii":
        return Guess("latin-1", _LAST_RESORT)
    return Guess(match.encoding, _BY_DETECTOR, "latin-1")
