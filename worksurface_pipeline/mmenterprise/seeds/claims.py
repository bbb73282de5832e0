"""Claims: sentences that give one number, read as entity, attribute and value.

Few forms of sentence are read, and each as a whole; a sentence of another form gives no fact, as a
half-understood one would be worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.schema.seed import FactKind
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.seeds.forms import VALUE, Said, understood
from worksurface_pipeline.mmenterprise.seeds.lists import listed
from worksurface_pipeline.mmenterprise.seeds.readable import (
    is_attribute,
    is_entity,
    is_value,
    sole_number,
)
from worksurface_pipeline.mmenterprise.seeds.values import Value, value_at

_CLAUSE = re.compile(r";\s+|,\s+(?:and|while|but|whereas)\s+")
# A stop ends a sentence, but for those of words that are cut short before a number or name.
_STOP = re.compile(
    r"(?<=[.!?])(?<!\bFig\.)(?<!\bTab\.)(?<!\bSec\.)(?<!\bEq\.)(?<!\bNo\.)(?<!\bvs\.)(?<!\bal\.)"
    r"(?<!\bca\.)(?<!\bapprox\.)\s+(?=[A-Z\d\"“(])"
)


_PART = r"(?:Figure|Fig\.|Table|Tab\.|Section|Chart|Exhibit|Appendix) [A-Z]?\d+(?:\.\d+)*[a-z]?"
_POINTER = re.compile(
    rf"^(?:As (?:shown|seen|reported|listed) )?(?:[Ii]n |[Bb]y )?{_PART}"
    r"(?:,| (?:shows?|reports?|indicates?|gives?) that) "
)
_ASIDE = re.compile(rf" \((?:see |cf\. )?{_PART}\)")


def sentences(text: str) -> list[str]:
    """The sentences of one paragraph, each on one line."""
    return _STOP.split(" ".join(text.split()))


def claims(text: str, page: int, heading: str) -> Iterator[Draft]:
    """Claims of one paragraph on one page."""
    for sentence in sentences(text):
        if not sentence[:1].isupper() and not sentence[:1].isdigit():
            continue  # it began on the page before
        plain = _pointed(sentence)
        items = list(listed(plain))
        for item in items:
            said = Said(item.entity, item.attribute)
            yield from _draft(said, item.value, sentence, page, heading)
        for clause in () if items else _CLAUSE.split(plain):
            yield from _claim(clause, sentence, page, heading)


def _pointed(sentence: str) -> str:
    """A sentence without the words that only point to a figure or table of the document."""
    rest = _ASIDE.sub("", _POINTER.sub("", sentence))
    return rest[:1].upper() + rest[1:]


def _claim(clause: str, sentence: str, page: int, heading: str) -> Iterator[Draft]:
    mention = sole_number(clause)
    if mention is None:
        return
    value = value_at(clause, mention)
    if not is_value(mention, clause[: value.start], value.unit):
        return
    said = understood(f"{clause[: value.start]}{VALUE}{clause[value.end :]}", value)
    if said is not None:
        yield from _draft(said, value, sentence, page, heading)


def _draft(said: Said, value: Value, sentence: str, page: int, heading: str) -> Iterator[Draft]:
    """The claim, if its names are readable."""
    if not is_entity(said.entity) or not is_attribute(said.attribute):
        return
    yield Draft(
        kind=FactKind.CLAIM,
        entity=said.entity,
        attribute=said.attribute,
        value=value.text,
        unit=" ".join(filter(None, [value.unit, said.unit])),
        quote=sentence,
        page=page,
        source=heading,
    )
