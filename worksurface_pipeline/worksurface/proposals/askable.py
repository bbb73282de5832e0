"""Sentences of a document that can be asked by putting "how many" in the place of their figure.

Such a sentence stands for itself: it points at nothing before it, speaks of no writer, and what
its one figure counts or measures follows directly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.tasks.document_tasks import lonely_figures
from worksurface_pipeline.worksurface.tasks.leaks import is_guess
from worksurface_pipeline.worksurface.tasks.lexicon import LABEL_NOUNS, SCALE_WORDS, word_set
from worksurface_pipeline.worksurface.tasks.places import Place
from worksurface_pipeline.worksurface.tasks.segments import parse
from worksurface_pipeline.worksurface.tasks.sole_figures import PROSE

_LONGEST = 180  # characters
# Lists, links, quotations, formulas: no plain sentence.
_MARKS = re.compile(r"[\[\]{}()<>|*_`\"“”=~#/\\:;\u00b7\u2022]|https?|\s-\s")
# The first words that need another sentence to be understood, and those of a speaker.
_POINTING = word_set(
    "it this that these those they he she such both here there however but and so also then"
    " therefore thus otherwise instead yet or nor another additionally moreover furthermore"
)
_SPEAKING = word_set("i me my mine we us our ours you your yours let")
_SHOWING = word_set("this these those such above below")
# A request, or a first clause that the figure would stand in: "When it rises by what percentage,".
_LEADING = word_set("please note when if while although because since as unless though whenever")
# "the 42 vans" cannot be asked as "the how many vans".
_DETERMINING = word_set(
    "a an the this that these those its their his her our your each every first last next past"
    " previous following top other another any all some no only"
)
_PLURAL = re.compile(r"[a-z]{2,}[^su\W]s\b")


def askable(document: Document, seed: int, limit: int) -> tuple[str, ...]:
    """At most `limit` such sentences, as they stand in the text, in their order."""
    if document.kind not in PROSE:
        return ()
    found = {
        _sentence(place).strip(): None
        for place in lonely_figures(parse(document))
        if _stands_alone(_sentence(place).strip()) and _is_counted(place)
    }
    once = [said for said in found if document.text.count(said) == 1]
    chosen = frozenset(first_by_hash(seed, once, limit))
    return tuple(said for said in once if said in chosen)


def _sentence(place: Place) -> str:
    return place.document.text[place.segment.start : place.segment.end]


def _stands_alone(said: str) -> bool:
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", said)]
    is_plain = len(said) <= _LONGEST and _MARKS.search(said) is None
    is_clear = words[0] not in _POINTING | _LEADING and not (_SPEAKING | _SHOWING) & set(words)
    return is_plain and is_clear


def _is_counted(place: Place) -> bool:
    """Whether "how many", "how much" or "what percentage" fits in the place of the figure."""
    said, mention = _sentence(place), place.mention
    before, after = said[: mention.start], said[mention.end :]
    words = list(_words(before))
    if (before and not before.endswith(" ")) or not (after.startswith((" ", ".", ","))):
        return False
    if words and words[-1] in _DETERMINING | LABEL_NOUNS:
        return False
    follows = after.split()[0].strip(".,") if after.split() else ""
    if mention.unit:
        return follows not in SCALE_WORDS and not follows.startswith("point")
    is_plural = (follows == "people" or bool(_PLURAL.fullmatch(follows))) and after.startswith(" ")
    return is_plural and not is_guess(mention.number, "")


def _words(text: str) -> Iterator[str]:
    yield from (word.lower() for word in re.findall(r"[^\W\d_]+", text))
