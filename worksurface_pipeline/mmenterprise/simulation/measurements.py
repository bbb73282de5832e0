"""Measurements that a team makes up at its own sites: in text, in pictures, or in both.

Half of the sites of some kinds are told in text and the other half drawn: who compares these sites
has to look at a picture and to read a text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from worksurface_pipeline.mmenterprise.schema.ledger import Origin
from worksurface_pipeline.mmenterprise.simulation import terms
from worksurface_pipeline.mmenterprise.simulation.subjects import Part, SlotIds, Subject
from worksurface_pipeline.mmenterprise.simulation.terms import Measure
from worksurface_pipeline.mmenterprise.simulation.values import Values

# Each kind is measured at all sites but one: what is asked of that one nobody recorded.
_LEFT_OUT = 1
_INVENTED_KINDS = 3
# Of so many kinds that are shared, and of as many that are drawn, half of the sites are told the
# other way: there is as much to look at as if none were.
_MIXED_KINDS = 2
# So many invented measurements are taken anew during the period, with another outcome.
_AGAIN = {Part.SHARED: 3, Part.DRAWN: 2}

Found = tuple[Subject, Measure]


@dataclass(frozen=True, slots=True)
class Sites:
    """Where a team measures, and what its values, ids and chance are taken from."""

    names: Sequence[str]
    archetype: str
    values: Values
    ids: SlotIds
    rng: Random

    def measured(self, least_shared: int) -> tuple[Subject, ...]:
        """Three kinds in text, more where so many are needed, and all that are drawn."""
        found = [*self._mixed(self._shared(least_shared)), *self._mixed(self._drawn())]
        return tuple(
            item for part, many in _AGAIN.items() for item in self._some_again(found, part, many)
        )

    def _shared(self, least: int) -> list[Found]:
        own = terms.MEASURES[self.archetype]
        a_kind = len(self.names) - _LEFT_OUT
        needed = max(_INVENTED_KINDS * a_kind, least)
        kinds = min(len(own), -(-needed // a_kind))
        return self._at_sites(self.rng.sample(own, len(own))[:kinds], Part.SHARED)

    def _drawn(self) -> list[Found]:
        return self._at_sites(terms.DRAWN_MEASURES[self.archetype], Part.DRAWN)

    def _at_sites(self, measures: Iterable[Measure], part: Part) -> list[Found]:
        return [
            (self._at(measure, site, part), measure)
            for measure in measures
            for site in self._some()
        ]

    def _some(self) -> list[str]:
        """All sites but one, in their order."""
        left_out = self.rng.choice(self.names)
        return [site for site in self.names if site != left_out]

    def _at(self, measure: Measure, site: str, part: Part) -> Subject:
        slot = self.ids.slot(
            terms.SITE[self.archetype].format(site),
            measure.attribute,
            "number",
            Origin.INVENTED,
            unit=measure.unit,
            is_visual=part is Part.DRAWN,
        )
        return Subject(slot, (drawn_value(measure, self.values, self.rng),), part)

    @staticmethod
    def _mixed(found: Sequence[Found]) -> list[Found]:
        """The first kinds told otherwise at the later half of their sites."""
        sizes = Counter(measure.attribute for _, measure in found)
        mixed = list(sizes)[:_MIXED_KINDS]
        seen: Counter[str] = Counter()
        told = []
        for item, measure in found:
            seen[measure.attribute] += 1
            is_later = seen[measure.attribute] > sizes[measure.attribute] // 2
            is_moved = is_later and measure.attribute in mixed
            told.append((_otherwise(item) if is_moved else item, measure))
        return told

    def _some_again(self, found: Sequence[Found], part: Part, many: int) -> list[Subject]:
        """What was found of a part, so many of it measured a second time."""
        own = [(item, measure) for item, measure in found if item.part is part]
        again = self.rng.sample(range(len(own)), many)
        return [
            self._remeasured(item, measure) if place in again else item
            for place, (item, measure) in enumerate(own)
        ]

    def _remeasured(self, item: Subject, measure: Measure) -> Subject:
        return replace(item, values=(*item.values, drawn_value(measure, self.values, self.rng)))


def _otherwise(item: Subject) -> Subject:
    """The same in a picture alone where it was to be shared in text, and the other way round."""
    is_shared = item.part is Part.SHARED
    slot = item.slot.model_copy(update={"is_visual": is_shared})
    return replace(item, slot=slot, part=Part.DRAWN if is_shared else Part.SHARED)


def drawn_value(measure: Measure, values: Values, rng: Random) -> str:
    """A fresh value between the bounds of a measure."""
    return values.measured(measure.low, measure.high, measure.decimals, rng)
