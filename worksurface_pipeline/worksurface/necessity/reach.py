"""*Reachable*: whether the tools of a set of surfaces can show what the gold answer stands on.

Gold-aware, and an upper bound: it grants every search, every query and any number of calls, but no
input that nobody gave. A set of surfaces reaches a task when each of its proofs is shown:

* a span, where its passage is whole and its document can be told: by its file name in the question
  (open), by a link that is itself shown, or because no other line that is shown holds as much of
  what the question says;
* a query, where its result fits an observation, its constants are in the question or in a span that
  is itself shown, and its view can be told: by name (open), by such a link, or because the same
  query says the same, as good, or nothing, on every other view that is shown;
* a path or a set of the lineage as `reach_files` has it.

A proof that only leads to another (a path to a file, a span that holds a query's constant) counts
where the other one depends on it. A set reaches a task as well when another line or cell of one
surface holds the whole gold and most of what the question says. Under `sealed` names show only in
the graph, and it alone leads from a file to its content.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from worksurface_pipeline.harness.agent.protocol import Toolbox
from worksurface_pipeline.worksurface.necessity.cells import CellHit
from worksurface_pipeline.worksurface.necessity.constants import needs_span
from worksurface_pipeline.worksurface.necessity.other_places import shown_elsewhere
from worksurface_pipeline.worksurface.necessity.reach_contents import ContentReach
from worksurface_pipeline.worksurface.necessity.reach_files import FileReach
from worksurface_pipeline.worksurface.necessity.subsets import Subset, reached_by
from worksurface_pipeline.worksurface.necessity.words import content_words, named_files
from worksurface_pipeline.worksurface.necessity.world import World
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.tasks.leaks import holds_answer
from worksurface_pipeline.worksurface.tools.specs import ToolSettings


@dataclass(frozen=True, slots=True)
class Asked:
    """A task with what its question names and says."""

    task: AtomicTask
    named: frozenset[str]
    words: tuple[str, ...]

    @property
    def task_id(self) -> str:
        """The source task."""
        return self.task.source.task_id


class Reacher:
    """Reachability of one persona's tasks under one interface; indexes come from `world`."""

    def __init__(
        self,
        world: World,
        interface: Interface,
        toolbox: Toolbox,
        cells: Mapping[str, list[CellHit]],
        settings: ToolSettings | None = None,
    ) -> None:
        self._world = world
        self._interface = interface
        self._cells = cells
        self._files = FileReach(world, interface, toolbox)
        self._contents = ContentReach(world, interface, settings or ToolSettings())

    def reached(self, task: AtomicTask) -> tuple[Subset, ...]:
        """The sets of surfaces that reach the task, of an abstain task none."""
        if task.answer_type is AnswerType.ABSTAIN:
            return ()
        asked = self._asked(task)
        return reached_by(lambda subset: self._reaches(asked, subset))

    def guess(self, task: AtomicTask, subset: Subset) -> float:
        """How likely a guess is right where the surfaces leave several candidates; 0 if none.

        One in as many as there are answers of the same query on views, or lines with figures, that
        could be meant. What is reached is no guess: 0.
        """
        asked = self._asked(task)
        if task.answer_type is AnswerType.ABSTAIN or not subset or self._reaches(asked, subset):
            return 0.0
        ends = self._ends(asked, subset)
        likely = 1.0
        for item in task.gold_evidence:
            if self._is_means(item, asked) or self._shows(item, asked, subset):
                continue
            likely *= self._one_of(item, asked, subset, ends)
        return likely

    def _one_of(self, item: Evidence, asked: Asked, subset: Subset, ends: frozenset[str]) -> float:
        if isinstance(item, TableEvidence):
            spans = self._spans(asked, subset, ends)
            return self._contents.query_guess(item, asked, subset, spans)
        return (
            self._contents.span_guess(item, asked, subset) if isinstance(item, RagEvidence) else 0.0
        )

    def _asked(self, task: AtomicTask) -> Asked:
        labels = self._world.labels.get(task.source.task_id, ())
        named = named_files(task.question, labels)
        return Asked(task, named, content_words(task.question, labels))

    def _reaches(self, asked: Asked, subset: Subset) -> bool:
        if not subset:
            return _is_told(asked.task)
        is_narrowed = self._contents.is_narrowed(subset)
        if shown_elsewhere(asked, subset, self._world, self._cells, is_narrowed=is_narrowed):
            return True
        needed = [item for item in asked.task.gold_evidence if not self._is_means(item, asked)]
        return bool(needed) and all(self._shows(item, asked, subset) for item in needed)

    def _is_means(self, item: Evidence, asked: Asked) -> bool:
        """Whether a proof only leads to another: what it leads to is then looked at itself."""
        others = [other for other in asked.task.gold_evidence if other is not item]
        if isinstance(item, GraphPathEvidence):
            files = {self._world.file_of(_artifact(other)) for other in others}
            nodes = {other.node for other in others if isinstance(other, GraphSetEvidence)}
            return item.graph_path[-1] in files | nodes
        if isinstance(item, RagEvidence):
            tables = [other for other in others if isinstance(other, TableEvidence)]
            question = asked.task.question
            return any(needs_span(other, item.span, question) for other in tables)
        return False

    def _shows(self, item: Evidence, asked: Asked, subset: Subset) -> bool:
        if isinstance(item, GraphPathEvidence):
            return self._files.shows_path(item, asked.named, subset, asked.task_id)
        ends = self._ends(asked, subset)
        if isinstance(item, GraphSetEvidence):
            return self._files.shows_set(item, asked.named, subset, asked.task_id, ends)
        if isinstance(item, RagEvidence):
            return self._contents.shows_span(item, asked, subset, ends)
        if isinstance(item, TableEvidence):
            spans = self._spans(asked, subset, ends)
            return self._contents.shows_query(item, asked, subset, ends, spans)
        return False

    def _ends(self, asked: Asked, subset: Subset) -> frozenset[str]:
        """Nodes to which a path of the proof leads that is itself shown."""
        return frozenset(
            path.graph_path[-1]
            for path in asked.task.gold_evidence
            if isinstance(path, GraphPathEvidence)
            and self._files.shows_path(path, asked.named, subset, asked.task_id)
        )

    def _spans(self, asked: Asked, subset: Subset, ends: frozenset[str]) -> frozenset[str]:
        """The spans of the proof that are themselves shown."""
        return frozenset(
            item.span
            for item in asked.task.gold_evidence
            if isinstance(item, RagEvidence)
            and self._contents.shows_span(item, asked, subset, ends)
        )


def _artifact(item: Evidence) -> str:
    """The document or view of a proof, "" for others."""
    if isinstance(item, RagEvidence):
        return item.file
    return item.table if isinstance(item, TableEvidence) else ""


def _is_told(task: AtomicTask) -> bool:
    """Whether the question alone holds every element of the gold."""
    gold = task.gold_answer
    golds = gold if isinstance(gold, tuple) else (gold,)
    return bool(golds) and all(holds_answer(task.question, (item,)) for item in golds)
