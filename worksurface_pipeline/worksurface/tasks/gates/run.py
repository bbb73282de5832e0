"""All gates over tasks: what passes, and what goes to quarantine with its reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    GateFinding,
    Quarantined,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.gates import (
    columns,
    counts,
    cross_check,
    duplicates,
    else_branch,
    filters,
    form,
    furniture,
    gold_match,
    header_cell,
    leak,
    long_span,
    odd_row_gate,
    one_row,
    percent,
    personal,
    rounding,
    row_unit_gate,
    siblings,
    spans,
    stale,
    text_order,
    ties,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    aggregate as asked_aggregate,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    comparison as asked_comparison,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    constants as asked_constants,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    exact as asked_exact,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    logic as asked_logic,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    named as asked_named,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    operands as asked_operands,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    place as asked_place,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    quote as asked_quote,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    relation as asked_relation,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    restriction as asked_restriction,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    row as asked_row,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    shape as asked_shape,
)
from worksurface_pipeline.worksurface.tasks.gates.asked import (
    unit as asked_unit,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, Gate, RawFile
from worksurface_pipeline.worksurface.tasks.replay import open_replayer

GATES: Mapping[str, Gate] = {
    form.NAME: form.check,
    gold_match.GOLD: gold_match.check_gold,
    gold_match.REPLAY: gold_match.check_replay,
    stale.NAME: stale.check,
    columns.NAME: columns.check,
    filters.NAME: filters.check,
    one_row.NAME: one_row.check,
    else_branch.NAME: else_branch.check,
    odd_row_gate.NAME: odd_row_gate.check,
    text_order.NAME: text_order.check,
    ties.NAME: ties.check,
    siblings.NAME: siblings.check,
    row_unit_gate.NAME: row_unit_gate.check,
    percent.NAME: percent.check,
    rounding.NAME: rounding.check,
    counts.NAME: counts.check,
    spans.INSIDE: spans.check_inside,
    spans.ELSEWHERE: spans.check_elsewhere,
    furniture.NAME: furniture.check,
    leak.NAME: leak.check,
    duplicates.NAME: duplicates.check,
    header_cell.NAME: header_cell.check,
    long_span.NAME: long_span.check,
    personal.NAME: personal.check,
    cross_check.NAME: cross_check.check,
    asked_place.NAME: asked_place.check,
    asked_shape.NAME: asked_shape.check,
    asked_aggregate.NAME: asked_aggregate.check,
    asked_constants.NAME: asked_constants.check,
    asked_comparison.NAME: asked_comparison.check,
    asked_logic.NAME: asked_logic.check,
    asked_named.NAME: asked_named.check,
    asked_operands.NAME: asked_operands.check,
    asked_exact.NAME: asked_exact.check,
    asked_restriction.NAME: asked_restriction.check,
    asked_row.NAME: asked_row.check,
    asked_unit.NAME: asked_unit.check,
    asked_quote.NAME: asked_quote.check,
    asked_relation.NAME: asked_relation.check,
}
"""Every gate by its name: a closed list, in the order in which findings are told."""


@dataclass(frozen=True, slots=True)
class GateReport:
    """What passed, what was held back, and how many tasks each gate held back."""

    passed: tuple[AtomicTask, ...]
    quarantined: tuple[Quarantined, ...]

    @property
    def counts(self) -> dict[str, int]:
        """Tasks by gate, every gate named; a task that two gates hold back counts for both."""
        return counts_by_gate(self.quarantined)


def counts_by_gate(held: Iterable[Quarantined]) -> dict[str, int]:
    """Tasks by gate, each once for a gate; other stages that held some come after the gates."""
    pairs = {(one.gate, item.task.id) for item in held for one in item.findings}
    found = Counter(gate for gate, _ in pairs)
    others = sorted(found.keys() - GATES.keys())
    return {name: found[name] for name in (*GATES, *others)}


def findings_of(task: AtomicTask, context: Context) -> tuple[GateFinding, ...]:
    """What every gate finds in a task."""
    return tuple(_findings(task, context))


def _findings(task: AtomicTask, context: Context) -> Iterator[GateFinding]:
    for gate in GATES.values():
        found = gate(task, context)
        if found is not None:
            yield found


def judge(tasks: Sequence[AtomicTask], context: Context) -> GateReport:
    """All gates over all tasks, in one context."""
    passed: list[AtomicTask] = []
    held: list[Quarantined] = []
    for task in tasks:
        found = findings_of(task, context)
        if found:
            held.append(Quarantined(task=task, findings=found))
        else:
            passed.append(task)
    return GateReport(tuple(passed), tuple(held))


def run_gates(
    tasks: Sequence[AtomicTask], surfaces: Surfaces, raw: RawFile | None = None
) -> GateReport:
    """All gates over the tasks of one persona, with its stored surfaces open for replay."""
    with open_replayer(surfaces) as replayer:
        return judge(tasks, Context(replayer=replayer, pool=tasks, raw=raw))
