"""Reachable and solved rates per combination of surfaces, as declared and as relabelled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from worksurface_pipeline.worksurface.necessity.answers import Judged
from worksurface_pipeline.worksurface.necessity.records import NecessityLabel, NecessityRate
from worksurface_pipeline.worksurface.necessity.subsets import Subset, name_of, proper_subsets
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

REACHABLE = "reachable"


def rates_of(
    tasks: Sequence[AtomicTask],
    labels: Mapping[str, NecessityLabel],
    reached: Mapping[str, Sequence[Subset]],
    judged: Sequence[Judged],
) -> Iterator[NecessityRate]:
    """Rates under one interface; abstain tasks are left out, they are searches without a find."""
    kept = [task for task in tasks if task.answer_type is not AnswerType.ABSTAIN]
    for stage in ("declared", "relabelled"):
        groups: dict[Subset, list[AtomicTask]] = defaultdict(list)
        for task in kept:
            label = labels[task.id]
            groups[label.declared if stage == "declared" else label.label].append(task)
        for subset, members in sorted(groups.items(), key=lambda item: (len(item[0]), item[0])):
            interface = labels[members[0].id].interface
            yield _reachable(members, reached, subset, interface, stage)
            for one in judged:
                yield _solved(members, one, subset, interface, stage)


def merged_rates(sets: Iterable[Sequence[NecessityRate]]) -> tuple[NecessityRate, ...]:
    """Rates of several personas as one, weighted by their tasks."""
    groups: dict[tuple[str, ...], list[NecessityRate]] = defaultdict(list)
    for rates in sets:
        for item in rates:
            key = (item.interface, item.stage, item.combination, item.measure)
            groups[key].append(item)
    return tuple(_merged(members) for _, members in sorted(groups.items()))


def rate_line(item: NecessityRate) -> str:
    """One line of a report: what was, and what was not, solved with less."""
    begin = f"{item.interface:<7}{item.stage:<11}{item.combination:<16}{item.tasks:5}"
    if item.with_all is None or item.with_less is None:
        return f"{begin}  {item.measure}: not tried"
    less = item.with_less - item.chance_less
    all_ = item.with_all - item.chance_all
    if item.measure == REACHABLE:
        return f"{begin}  reachable {item.with_all:7.1%}, with less {item.with_less:7.1%}"
    return (
        f"{begin}  {item.measure} {all_:7.1%}, with less {less:7.1%} above chance"
        f" ({item.chance_less:.1%}); not solved by it with less: {1 - item.with_less:.1%}"
    )


def _reachable(
    members: Sequence[AtomicTask],
    reached: Mapping[str, Sequence[Subset]],
    subset: Subset,
    interface: str,
    stage: str,
) -> NecessityRate:
    less = proper_subsets(subset)
    return NecessityRate(
        interface=interface,
        stage=stage,
        combination=name_of(subset),
        measure=REACHABLE,
        tasks=len(members),
        with_all=_share(subset in reached[task.id] for task in members),
        with_less=_share(any(one in reached[task.id] for one in less) for task in members),
    )


def _solved(
    members: Sequence[AtomicTask], judged: Judged, subset: Subset, interface: str, stage: str
) -> NecessityRate:
    tried = [task for task in members if judged.has_tried(task)]
    less = proper_subsets(subset)
    return NecessityRate(
        interface=interface,
        stage=stage,
        combination=name_of(subset),
        measure=judged.name,
        tasks=len(tried),
        with_all=_share(judged.solves(task, subset) for task in tried),
        with_less=_share(judged.solves_any(task, less) for task in tried),
        chance_all=_share(judged.chance(task, (subset,)) for task in tried) or 0.0,
        chance_less=_share(judged.chance(task, less) for task in tried) or 0.0,
    )


def _share(values: Iterable[float]) -> float | None:
    listed = list(values)
    return sum(listed) / len(listed) if listed else None


def _merged(members: Sequence[NecessityRate]) -> NecessityRate:
    total = sum(item.tasks for item in members)

    def mean(name: str) -> float | None:
        values = [(getattr(item, name), item.tasks) for item in members]
        known = [value * count for value, count in values if value is not None]
        return sum(known) / total if total and known else None

    return members[0].model_copy(
        update={
            "tasks": total,
            "with_all": mean("with_all"),
            "with_less": mean("with_less"),
            "chance_all": mean("chance_all") or 0.0,
            "chance_less": mean("chance_less") or 0.0,
        }
    )
