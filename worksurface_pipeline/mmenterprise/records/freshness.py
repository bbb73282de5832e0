"""Whether words claim news: a check, a run, a decision of just now. A repetition may not.

Who reads "just measured" after a correction takes the value for a newer one than the correction's.
The words looked for are common English and none of the writer's patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.records.findings import Finding
from worksurface_pipeline.mmenterprise.records.reading import sentences
from worksurface_pipeline.mmenterprise.records.retelling import TOLD
from worksurface_pipeline.mmenterprise.records.wording import Words, printed
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Slot
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place

_DONE = (
    r"finished|measured|checked|re-?checked|verified|confirmed|counted|re-?counted|computed|"
    r"calculated|tested|re-?ran|re-?run|re-?measured|recorded|decided|agreed|settled|resolved|"
    r"approved|fixed|changed|updated|revised|corrected"
)
_OUTCOMES = (
    r"checks?|runs?|counts?|tests?|measurements?|readings?|results?|values?|figures?|numbers?|"
    r"outcomes?|batch|state|word|decisions?"
)
_NEWS = re.compile(
    rf"\bjust (?:now|in|done|got|ran|came|landed|arrived|completed|{_DONE})\b"
    rf"|\b(?:latest|newest|new|recent|current|final|up-to-date) (?:{_OUTCOMES})\b|\bfresh(?:ly)?\b"
    rf"|(?<!not )(?<!n't )(?<!not been )\b(?:i|we|has|have|had|been|got|was|were) (?:{_DONE})\b"
    r"|\b(?:it is|it's|we are|all|everybody) (?:now |is |has )?(?:agreed|decided|settled)\b"
    r"|\b(?:decided|agreed|decision|resolved|confirmed|update|erratum)\s?:"
    r"|\b(?:good|great|big) news\b|\bheads-up\b|\bhere (?:we go|it is|it comes|they come)\b"
    r"|\b(?:came|come|comes|coming) (?:in|out) (?:at|as|to|with)\b|\bland(?:s|ed) (?:at|on)\b"
    r"|\bturn(?:s|ed) out\b|\b(?:is|are|stands?) now\b|\bnow (?:is|are|stands?|at)\b"
    r"|\bas of (?:now|today|this morning)\b|\bsince (?:today|this morning)\b"
    r"|\bfrom (?:now|here|today) on\b|\b(?:immediate effect|effective (?:today|now))\b"
    r"|\b(?:happy|glad|proud|pleased) to (?:say|share|report|announce)\b"
    r"|\b(?:so|let) everybody know|\bplease (?:take )?note\b|\bannounc(?:e|es|ed|ing)\b"
)


def news_in(text: str, names: Iterable[str]) -> str:
    """The words of a text that claim news, "" where none do; `names` and values claim nothing."""
    folded = normalise(text)
    for name in sorted(map(normalise, names), key=len, reverse=True):
        folded = folded.replace(name or "\0", " _ ")
    found = _NEWS.search(folded)
    return found.group() if found else ""


def stale_news(words: Words, event: Event, unit: Unit) -> Iterator[Finding]:
    """Where a unit words as news what its author only says again, and does not see to himself."""
    said = [item for item in unit.statements if not item.is_past]
    again = [
        words.slots[item.slot]
        for item in said
        if (event.id, item.slot) in words.repeated and words.slots[item.slot].keeper != event.actor
    ]
    is_all = len(again) == len(said) and unit.place in TOLD
    names = [name for slot in again for name in (slot.entity, slot.attribute)]
    names += [printed(words.slots[item.slot], item.value) for item in said]
    for sentence in sentences(_told(unit)) if again else ():
        if is_all or any(_names(sentence, slot) for slot in again):
            news = news_in(sentence, names)
            if news:
                what = f"{news!r} claims news of what is only said again: say where it is from"
                yield Finding(check="stale news", where=unit.id, what=what)


def _told(unit: Unit) -> str:
    """What the author says: a mail without its headers, a page as far as it can be read."""
    text = unit.text.partition("\n\n")[2] if unit.place is Place.MAIL else unit.text
    return f"{text}\n{unit.text_layer}"


def _names(sentence: str, slot: Slot) -> bool:
    folded = normalise(sentence)
    return all(has_token(folded, normalise(name)) for name in (slot.entity, slot.attribute) if name)
