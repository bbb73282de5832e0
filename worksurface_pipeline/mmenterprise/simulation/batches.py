"""What is shared together: values of one attribute, or the attributes of one entity.

What the team measures at its own sites is shared site by site, and drawn two sites at a time, or by
site where other sites are told in text: who compares sites has to bring several records together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.schema.ledger import Origin
from worksurface_pipeline.mmenterprise.simulation.subjects import Part, Subject

# As many values as somebody puts into one message or chart.
_BATCH = 4
_SITES_IN_A_CHART = 2


def batch_keys(subjects: Iterable[Subject]) -> dict[str, str]:
    """The batch of each slot, by name."""
    known = tuple(subjects)
    sizes = Counter((item.part, normalise(item.slot.attribute)) for item in known)
    return {item.id: _batch_key(item, sizes) for item in known}


def _batch_key(item: Subject, sizes: Mapping[tuple[Part, str], int]) -> str:
    attribute = normalise(item.slot.attribute)
    is_mixed = sizes[Part.SHARED, attribute] > 0 and sizes[Part.DRAWN, attribute] > 0
    is_alone = sizes[item.part, attribute] == 1 or _is_of_a_site(item, is_mixed)
    name = f"of {normalise(item.slot.entity)}" if is_alone else attribute
    return f"{item.part} {name}"


def batches(
    subjects: Iterable[Subject], batch_of: Mapping[str, str]
) -> tuple[tuple[Subject, ...], ...]:
    """Subjects by their batch, at most four at once."""
    groups: dict[str, list[Subject]] = {}
    for item in subjects:
        groups.setdefault(batch_of[item.id], []).append(item)
    return tuple(
        tuple(group[start : start + _most(group[0])])
        for group in groups.values()
        for start in range(0, len(group), _most(group[0]))
    )


def _is_of_a_site(item: Subject, is_mixed: bool) -> bool:
    is_told = item.part is Part.SHARED or (is_mixed and item.part is Part.DRAWN)
    return is_told and item.slot.origin is Origin.INVENTED


def _most(item: Subject) -> int:
    is_site_chart = item.part is Part.DRAWN and item.slot.origin is Origin.INVENTED
    return _SITES_IN_A_CHART if is_site_chart else _BATCH
