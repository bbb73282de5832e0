"""A mutation test of the gold gate: faults injected into sound tasks, and what is caught.

`python -m benchmarks.mutations WORKSPACE [WORKSPACE ...]` prints, by class of fault, the share
that any gate catches and the share that the gate made for it catches, then the alarms of each gate
on everything that was derived and on harmless rewritings, all with exact (Clopper-Pearson)
intervals. The mutants are made by the authors of the gates: the shares are of these mutants.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from benchmarks.development import load_surfaces
from benchmarks.mutants import Mutant, Mutants, Mutator, Named, Stage, stages
from benchmarks.mutants_asked import ASKED
from benchmarks.mutants_cells import CELLS
from benchmarks.mutants_tables import TABLES
from benchmarks.mutants_texts import TEXTS
from worksurface_pipeline.kernel.intervals import rate
from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.gates.contract import RawFile
from worksurface_pipeline.worksurface.tasks.gates.run import GATES, findings_of
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy

TOTAL = 1000
SEED = 4
MUTATORS = {**TABLES, **CELLS, **TEXTS, **ASKED}
_WIDTH = 32
_SHARE = re.compile(r"COUNT\(\*\) FILTER \(WHERE (.+?)\) /")
_MOST_SHOWN = 40
_VARIANTS = 4  # of one class from one task


@dataclass(frozen=True, slots=True)
class Caught:
    """One judged mutant: the gates that found something."""

    kind: str
    gates: tuple[str, ...]
    task: AtomicTask
    source: str


@dataclass(frozen=True, slots=True)
class Alarm:
    """A finding in a task that was not mutated, or was rewritten without harm."""

    gate: str
    detail: str
    question: str
    is_rewritten: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything that one run of the test found."""

    caught: tuple[Caught, ...]
    alarms: tuple[Alarm, ...]
    derived: int
    rewritten: int

    def missed(self) -> Iterator[Caught]:
        """Mutants in which no gate found anything."""
        return (item for item in self.caught if not item.gates)


def measure(roots: Sequence[Path], total: int = TOTAL, seed: int = SEED) -> Measured:
    """The test over the workspaces."""
    return measure_staged([item for root in roots for item in _derived(root)], total, seed)


def measure_staged(named: Sequence[Named], total: int = TOTAL, seed: int = SEED) -> Measured:
    """The test over surfaces: all that was derived is judged, sound tasks are mutated."""
    with stages(named) as found:
        alarms, sound = _alarms(found)
        rewritten = [mutant for task, stage in sound for mutant in harmless(task, stage)]
        alarms += [
            Alarm(one.gate, one.detail, mutant.task.question, is_rewritten=True)
            for mutant in rewritten
            for one in findings_of(mutant.task, mutant.context)
        ]
        caught = _caught(sound, total, seed)
    derived = sum(len(stage.tasks) for stage in found)
    return Measured(tuple(caught), tuple(alarms), derived, len(rewritten))


def _derived(root: Path) -> Iterator[Named]:
    for tasks, surfaces in load_surfaces(root):
        found = derive_candidates(tasks, surfaces, DerivationPolicy())
        yield surfaces.persona, surfaces, found.candidates, raw_files(root, tasks)


def raw_files(root: Path, tasks: Sequence[SourceTask]) -> RawFile:
    """Reads source files where they lie."""
    paths = {(file.task_id, file.filename): root / file.path for one in tasks for file in one.files}

    def read(task_id: str, filename: str) -> bytes | None:
        path = paths.get((task_id, filename))
        return path.read_bytes() if path is not None and path.is_file() else None

    return read


Sound = tuple[AtomicTask, Stage]


def _alarms(found: Sequence[Stage]) -> tuple[list[Alarm], list[Sound]]:
    """What the gates find in everything that was derived; what they pass is sound."""
    alarms: list[Alarm] = []
    sound: list[Sound] = []
    for stage in found:
        for task in stage.tasks:
            findings = findings_of(task, stage.context)
            alarms += [Alarm(one.gate, one.detail, task.question, False) for one in findings]
            if not findings:
                sound.append((task, stage))
    return alarms, sound


def _caught(sound: Sequence[Sound], total: int, seed: int) -> list[Caught]:
    """Mutants of all classes in turn until there are `total`, or no class has more."""
    streams = {kind: _stream(made[0], kind, sound, seed) for kind, made in MUTATORS.items()}
    found: list[Caught] = []
    while streams and len(found) < total:
        for kind in list(streams):
            item = next(streams[kind], None)
            if item is None:
                del streams[kind]
            elif len(found) < total:
                found.append(item)
    return found


def _stream(mutator: Mutator, kind: str, sound: Sequence[Sound], seed: int) -> Iterator[Caught]:
    """Judged mutants of one class: tasks in turn by hash, and of each another variant in turn."""
    ordered = sorted(sound, key=lambda item: hash_unit(seed, f"{kind} {item[0].id}"))
    done: set[tuple[str, int]] = set()
    for turn in range(_VARIANTS):
        for task, stage in ordered:
            first = int(hash_unit(seed, f"variant {kind} {task.id}") * _VARIANTS)
            with closing(_Variant(mutator, task, stage, (first + turn) % _VARIANTS)) as found:
                if found.mutant is not None and (task.id, found.number) not in done:
                    done.add((task.id, found.number))
                    yield _judged(found.mutant, kind, task)


class _Variant:
    """The mutant of a number, or of what remains when it is divided by how many there are.

    Its surfaces are open until it is closed.
    """

    def __init__(self, mutator: Mutator, task: AtomicTask, stage: Stage, wanted: int) -> None:
        self.number = -1
        self.mutant: Mutant | None = None
        count = self._take(mutator(task, stage), wanted)
        if self.mutant is None and count:
            self._made.close()
            self._take(mutator(task, stage), wanted % count)

    def _take(self, made: Mutants, wanted: int) -> int:
        self._made = made
        count = 0
        for count, mutant in enumerate(made, start=1):
            if count > wanted:
                self.number, self.mutant = wanted, mutant
                break
        return count

    def close(self) -> None:
        """Close the surfaces that were made for it."""
        self._made.close()


def _judged(mutant: Mutant, kind: str, task: AtomicTask) -> Caught:
    gates = tuple(one.gate for one in findings_of(mutant.task, mutant.context))
    return Caught(kind, gates, mutant.task, task.id)


def harmless(task: AtomicTask, stage: Stage) -> Iterator[Mutant]:
    """The same task in other words: what it asks and what its query gives are the same."""
    item = task.gold_evidence[0]
    said = f"A colleague asks: {task.question}"
    yield Mutant("another lead", task.model_copy(update={"question": said}), stage.context)
    if len(task.gold_evidence) == 1 and isinstance(item, (RagEvidence, TableEvidence)):
        own = task.model_copy(update={"derivation": Derivation.OWN_QUESTION})
        yield Mutant("as an own question", own, stage.context)
    if len(task.gold_evidence) != 1 or not isinstance(item, TableEvidence):
        return
    for rewrite in REWRITINGS:
        query = rewrite(item.query)
        if query != item.query:
            changed = item.model_copy(update={"query": query})
            made = task.model_copy(update={"gold_evidence": (changed,)})
            yield Mutant("another query", made, stage.context)


def _lower(query: str) -> str:
    return re.sub(r"\b(SELECT|FROM|WHERE|COUNT|SUM|AVG|AND)\b", lambda m: m[0].lower(), query)


def _bracketed(query: str) -> str:
    return re.sub(r"WHERE (\"[^\"]+\" = '[^']*')$", r"WHERE (\1)", query)


def _case_without_else(query: str) -> str:
    return re.sub(
        r"COUNT\(\*\) FILTER \(WHERE (.+?)\) /", r"COUNT(CASE WHEN \1 THEN 1 END) /", query
    )


REWRITINGS: tuple[Callable[[str], str], ...] = (_lower, _bracketed, _case_without_else)
"""Other spellings of a query that change nothing."""


def lines(measured: Measured) -> Iterator[str]:
    """The tables, and every mutant that was missed."""
    yield f"{'class of fault':{_WIDTH}} {'n':>4}  caught by any gate      by its own gate"
    for kind, (_, own) in MUTATORS.items():
        group = [item for item in measured.caught if item.kind == kind]
        yield f"{kind:{_WIDTH}} {len(group):4}  {_share(group, None)}  {_share(group, own)}"
    yield f"{'all':{_WIDTH}} {len(measured.caught):4}  {_share(measured.caught, None)}"
    yield from _alarm_lines(measured)
    for item in islice(measured.missed(), _MOST_SHOWN):
        yield f"missed: {item.kind}: {item.task.gold_answer!r} {item.task.question}"


def _share(group: Sequence[Caught], own: frozenset[str] | None) -> str:
    hits = sum(bool(item.gates if own is None else own & set(item.gates)) for item in group)
    return _rate(hits, len(group))


def _rate(count: int, n: int) -> str:
    found = rate(count, n)
    low, high = found.interval.low, found.interval.high
    if found.value is None or low is None or high is None:
        return "none"
    return f"{100 * found.value:5.1f} % [{100 * low:5.1f}, {100 * high:5.1f}]"


def _alarm_lines(measured: Measured) -> Iterator[str]:
    yield ""
    title = f"{'alarms of gate':{_WIDTH}} on {measured.derived} derived"
    yield f"{title}, {measured.rewritten} rewritten"
    counts: Mapping[bool, Counter[str]] = {
        kind: Counter(item.gate for item in measured.alarms if item.is_rewritten is kind)
        for kind in (False, True)
    }
    for gate in GATES:
        plain = _rate(counts[False][gate], measured.derived)
        other = _rate(counts[True][gate], measured.rewritten)
        yield f"{gate:{_WIDTH}} {counts[False][gate]:4} {plain}  {counts[True][gate]:4} {other}"
    for item in measured.alarms[:_MOST_SHOWN]:
        kind = "rewritten" if item.is_rewritten else "derived"
        yield f"alarm ({kind}): {item.gate}: {item.detail}: {item.question}"


def main(arguments: list[str]) -> int:
    """Print the tables for the workspaces that are named."""
    if not arguments:
        sys.stderr.write("Name one or more workspace folders\n")
        return 2
    sys.stdout.write("\n".join(lines(measure([Path(one) for one in arguments]))) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
