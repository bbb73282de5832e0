"""Configuration facts in running text: lines of a key, a colon and one value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.schema.seed import FactKind
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.seeds.readable import (
    as_entity,
    as_label,
    is_attribute,
    is_entity,
    is_value,
    sole_number,
)
from worksurface_pipeline.mmenterprise.seeds.values import value_at

_LINE = re.compile(r"^(?:[-•*]\s*)?(?P<key>[A-Z][^:|#]{2,60}?):\s+(?P<value>\S.{0,60})$")
_UNIT_WORDS = 3
# Keys whose numbers name something instead of measuring it.
_NAMING = re.compile(
    r"\b(?:date|year|id|number|no|code|phone|fax|tel|address|ref|reference|zip|invoice|order|version|"
    r"estimate|printed|delivery|time)\b",
    re.IGNORECASE,
)


def settings(text: str, page: int, heading: str) -> Iterator[Draft]:
    """The configuration facts of one block of text below `heading`."""
    entity = as_entity(heading)
    for line in text.splitlines():
        found = _LINE.match(line.strip())
        if found and is_entity(entity) and not _NAMING.search(found["key"]):
            draft = _fact(found["key"], found["value"].strip(), entity)
            if draft is not None:
                changes = {"quote": " ".join(line.split()), "page": page, "source": heading}
                yield draft.model_copy(update=changes)


def _fact(key: str, text: str, entity: str) -> Draft | None:
    mention = sole_number(text)
    attribute = as_label(key)
    if mention is None or not is_attribute(attribute):
        return None
    value = value_at(text, mention)
    rest = text[value.end :].strip(" .")
    if text[: value.start].strip() or len(rest.split()) > _UNIT_WORDS:
        return None
    unit = " ".join(filter(None, [value.unit, rest]))
    if not is_value(mention, "", unit):
        return None
    return Draft(
        kind=FactKind.CONFIGURATION,
        entity=entity,
        attribute=attribute,
        value=value.text,
        unit=unit,
        quote=text,
        page=1,
    )
