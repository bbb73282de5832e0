"""Necessity over personas: counts, and which tasks Route leaves out."""

from __future__ import annotations

from tests.unit.scoring.builders import task
from worksurface_pipeline.worksurface.necessity.records import (
    LabelStatus,
    NecessityLabel,
    NecessityRate,
    NecessitySet,
)
from worksurface_pipeline.worksurface.necessity.summary import summarise, with_route_flags
from worksurface_pipeline.worksurface.schema.surfaces import Surface

RAG, TABLE = (Surface.RAG,), (Surface.TABLE,)


def _label(name: str, interface: str, status: LabelStatus, moved: bool = False) -> NecessityLabel:
    return NecessityLabel(
        task_id=name,
        interface=interface,
        declared=RAG,
        minimal=(RAG, TABLE) if status is LabelStatus.SEVERAL else (RAG,),
        label=TABLE if moved else RAG,
        status=status,
        is_for_route=status is LabelStatus.ONE,
    )


LABELS = (
    _label("a", "open", LabelStatus.ONE),
    _label("a", "sealed", LabelStatus.SEVERAL),
    _label("b", "open", LabelStatus.SEVERAL),
    _label("b", "sealed", LabelStatus.SEVERAL),
    _label("c", "open", LabelStatus.ABSTAIN),
    _label("c", "sealed", LabelStatus.ONE, moved=True),
)


def test_several_minimal_sets_leave_a_task_out_of_route_by_interface() -> None:
    tasks = tuple(task(id=name) for name in ("a", "b", "c"))
    flagged = with_route_flags(NecessitySet(persona="p", tasks=tasks, labels=LABELS))
    assert [one.not_for_route for one in flagged.tasks] == [("sealed",), ("open", "sealed"), ()]


def test_personas_are_counted_and_weighted_together() -> None:
    def rates(tasks: int, share: float) -> tuple[NecessityRate, ...]:
        return (
            NecessityRate(
                interface="open",
                stage="declared",
                combination="rag",
                measure="rule/x",
                tasks=tasks,
                with_all=share,
                with_less=0.0,
            ),
        )

    summary = summarise(
        [
            NecessitySet(persona="p", labels=LABELS, rates=rates(1, 1.0)),
            NecessitySet(persona="q", labels=LABELS[:2], rates=rates(3, 0.0)),
        ]
    )
    assert (summary.rates[0].tasks, summary.rates[0].with_all) == (4, 0.25)
    assert [(one.declared, one.measured, one.tasks) for one in summary.moves] == [
        ("rag", "table", 1)
    ]
    several = [one for one in summary.statuses if one.status is LabelStatus.SEVERAL]
    assert [(one.interface, one.tasks) for one in several] == [("open", 1), ("sealed", 3)]
    assert "not solved by it with less: 100.0%" in next(summary.lines())
