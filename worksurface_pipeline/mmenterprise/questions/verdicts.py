"""Claims by their verdict: how many are taken of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.kernel.sampling import choose
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

UNSETTLED = "not_established"
# Claims that nothing establishes, of all claims: near the share of questions without an answer, and
# not the same in every project.
_UNSETTLED = (0.1, 0.2, 0.3)


def shared_out(
    pool: Sequence[MmQuestion], left: int, seed: int
) -> Iterator[tuple[Sequence[MmQuestion], int]]:
    """Questions by verdict with how many to take of each; all others are one group.

    How many there are of each verdict differs by project, and none is right on more than a half.
    """
    groups: dict[str, list[MmQuestion]] = {}
    for item in pool:
        name = str(item.gold) if item.answer_kind == "verdict" else ""
        groups.setdefault(name, []).append(item)
    if set(groups) <= {""}:
        yield pool, left
        return
    key = f"verdicts {pool[0].project}"
    share = choose(seed, key, _UNSETTLED)
    most_open = min(len(groups.get(UNSETTLED, ())), max(1, round(left * share)))
    yield groups.pop(UNSETTLED, []), most_open
    order = choose(seed, f"more {key}", (sorted(groups), sorted(groups, reverse=True)))
    for place, name in enumerate(order):
        yield groups[name], (left - most_open + place) // len(groups)
