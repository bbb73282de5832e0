"""From drafts to facts: clashes and names of the document itself dropped, each fact checked."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedDocument, SeedFact
from worksurface_pipeline.mmenterprise.seeds.check import Witness
from worksurface_pipeline.mmenterprise.seeds.commas import decimal_commas, is_doubtful
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.seeds.readable import is_attribute

CLASH = "two values for one entity and attribute"
"""The reason for which facts that contradict each other are dropped."""
TITLED = "the thing is the document by its title"
SECTIONED = "the thing is a part of the document"
DOUBTFUL = "the document has decimal commas, by which the value would be another number"
COMMAS = "numbers with a decimal comma, which are not read"
"""Counted beside the facts that are dropped: such numbers never become drafts."""

# From so many words on a title within a longer name tells the document as well.
_TELLING_WORDS = 3
_SECTION = re.compile(
    r"(?:table of )?contents|abstract|(?:executive )?summary|introduction|background|methods?"
    r"|(?:materials|data) and methods?|results?(?: and discussion)?|discussion|conclusions?"
    r"|overview|references|bibliography|notes?|footnotes?|preface|foreword"
    r"|(?:list of )?(?:figures|tables)|(?:appendix|annex|chapter|section|part|page)\b.*"
    r"|acknowledge?ments?",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:\d{1,2}\.? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
    r"(?: \d{1,2})?,? (?:19|20)\d\d",
    re.IGNORECASE,
)


def settled(
    document: SeedDocument, drafts: Sequence[Draft], witness: Witness
) -> tuple[tuple[SeedFact, ...], Mapping[str, int]]:
    """Facts that stand, numbered by kind, and how many were dropped for which reason."""
    drafts = _qualified(drafts, document.title)
    values = _values(drafts)
    commas = decimal_commas(witness.words)
    facts: dict[tuple[str, str], SeedFact] = {}
    numbers: Counter[FactKind] = Counter()
    dropped: Counter[str] = Counter({COMMAS: commas} if commas else {})
    for draft in drafts:
        reason = CLASH if len(values[subject_of(draft)]) > 1 else _own_name(draft, document.title)
        if not reason and commas and is_doubtful(draft.value):
            reason = DOUBTFUL
        if reason:
            dropped[reason] += 1
        elif subject_of(draft) not in facts:
            fact = numbered(document.id, draft, numbers[draft.kind] + 1)
            fault = witness.fault(fact)
            if fault is None:
                numbers[draft.kind] += 1
                facts[subject_of(draft)] = fact
            else:
                dropped[fault.value] += 1
    return tuple(facts.values()), dict(sorted(dropped.items()))


def names_document(name: str, title: str) -> bool:
    """Whether a name is the document's title, or holds one that tells it."""
    own, whole = normalise(title), normalise(name)
    return own == whole or (len(own.split()) >= _TELLING_WORDS and own in whole)


def subject_of(draft: Draft | SeedFact) -> tuple[str, str]:
    """What a fact is of, as names are compared."""
    return normalise(draft.entity), normalise(draft.attribute)


def numbered(seed: str, draft: Draft, number: int) -> SeedFact:
    """The fact of a draft, the `number`th of its kind."""
    return SeedFact(
        id=f"{seed}.{draft.kind}.{number:03d}",
        seed=seed,
        numbers=(draft.value,),
        **draft.model_dump(),
    )


def _own_name(draft: Draft, title: str) -> str:
    """Why the thing of a fact is nothing but the document or a part of it, "" where it is none."""
    if any(names_document(name, title) for name in (draft.entity, draft.attribute)):
        return TITLED
    is_headed = draft.kind is FactKind.CONFIGURATION
    is_part = _SECTION.fullmatch(draft.entity) or _DATE.fullmatch(draft.entity)
    return SECTIONED if is_headed and is_part else ""


def _values(drafts: Sequence[Draft]) -> Mapping[tuple[str, str], set[str]]:
    values: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for draft in drafts:
        values[subject_of(draft)].add(draft.value)
    return values


def _qualified(drafts: Sequence[Draft], title: str) -> list[Draft]:
    """Cells of two tables that would clash, told apart by what their tables are called."""
    values = _values(drafts)
    done = []
    for draft in drafts:
        attribute = f"{draft.attribute} ({draft.source})"
        is_told = draft.kind is FactKind.CELL and draft.source and is_attribute(attribute)
        is_clash = len(values[subject_of(draft)]) > 1
        if is_clash and is_told and not names_document(draft.source, title):
            done.append(draft.model_copy(update={"attribute": attribute}))
        else:
            done.append(draft)
    return done
