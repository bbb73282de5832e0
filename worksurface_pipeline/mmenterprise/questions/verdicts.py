"""Claims by their verdict: how many are taken of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

UNSETTLED = "not_established"


def shared_out(
    pool: Sequence[MmQuestion], left: int, unsettled: float
) -> Iterator[tuple[Sequence[MmQuestion], int]]:
    """Questions by verdict with how many to take of each; all others are one group.

    Claims that nothing establishes are as frequent as questions without an answer, else their form
    would tell; those that hold and those that do not share the rest.
    """
    open_ones = [item for item in pool if item.gold == UNSETTLED]
    most_open = min(len(open_ones), round(left * unsettled))
    yield open_ones, most_open
    groups: dict[object, list[MmQuestion]] = {}
    for item in pool:
        if item.gold != UNSETTLED:
            groups.setdefault(item.gold if item.answer_kind == "verdict" else "", []).append(item)
    for place, key in enumerate(sorted(groups, key=str)):
        yield groups[key], (left - most_open + place) // len(groups)
