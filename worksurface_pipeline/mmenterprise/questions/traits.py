"""What a question is like: its evidence, its way of asking, and what of it must not be the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil

from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType
from worksurface_pipeline.mmenterprise.schema.units import Unit

CONFLICTS = (QuestionType.CROSS_SOURCE, QuestionType.TEMPORAL)
SEVERAL = 3
"""Records from which on a question is one over many."""

_REASONED = frozenset({"difference", "ratio", "ranking"})


class Traits:
    """Traits of questions whose evidence lies in these units."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        self._units = units
        self._pictures: dict[str, int] = {}

    def pictures(self, item: MmQuestion) -> int:
        """Pictures among the evidence."""
        if item.id not in self._pictures:
            found = sum(self._units[key].is_visual for key in item.evidence)
            self._pictures[item.id] = found
        return self._pictures[item.id]

    def is_visual(self, item: MmQuestion) -> bool:
        """Whether a picture is needed."""
        return self.pictures(item) > 0

    def is_of_two_images(self, item: MmQuestion) -> bool:
        """Whether two pictures are needed."""
        return self.pictures(item) > 1

    def is_mixed(self, item: MmQuestion) -> bool:
        """Whether a picture and a text have to be read together."""
        return 0 < self.pictures(item) < len(item.evidence)

    def is_decided(self, item: MmQuestion) -> bool:
        """Whether a conflict has to be settled, and not only found."""
        query = item.query
        is_reckoned = query.operation in _REASONED and not query.event
        is_apart = len({self._units[key].source for key in item.evidence}) > 1
        return query.operation == "which_applies" or is_reckoned or is_apart


def is_over_several(item: MmQuestion) -> bool:
    """Whether three or more records are needed."""
    return len(item.evidence) >= SEVERAL


def is_over_two(item: MmQuestion) -> bool:
    """Whether one record does not do."""
    return len(item.evidence) > 1


Trait = Callable[[MmQuestion], bool]


def supposes(item: MmQuestion) -> bool:
    """Whether a question takes for granted that somebody revised, or said, something."""
    query = item.query
    is_named = query.operation == "who_stated" and query.argument != ""
    is_step = query.operation == "difference" and query.event != ""
    return is_named or is_step or query.operation in ("before_revision", "who_corrected")


def way(item: MmQuestion) -> str:
    """How something is asked; of verdicts also which one is right: none is to be the usual one."""
    query = item.query
    if query.operation == "holds":
        return f"holds {query.argument.partition(':')[0]} {item.gold}"
    argument = query.argument if query.operation == "ranking" else bool(query.argument)
    return f"{query.operation} {argument} {bool(query.event)} {bool(query.at)}"


def limits(item: MmQuestion, many: int, answer: float, conflict: float) -> dict[str, int]:
    """What of a question may be had so often among `many` of its type.

    No answer but a verdict is right on more than a share `answer`. Of conflicts no more than a
    share `conflict` can be read from one record, or ask in one way.
    """
    found = {}
    if item.answer_kind != "verdict":
        found[f"{item.type} says {item.gold}"] = max(1, int(many * answer))
    if item.type in CONFLICTS:
        most = max(1, ceil(many * conflict) - 1)
        found[f"{item.type} asks {item.query.operation} {bool(item.query.event)}"] = most
        if len(item.evidence) == 1:
            found[f"{item.type} reads one"] = most
    return found
