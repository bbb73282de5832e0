"""The tries of the placebo: a figure or a name of another source task in place of the true one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.kernel.text import NumberMention, has_token
from worksurface_pipeline.worksurface.schema.source import Rubric, SourceTask
from worksurface_pipeline.worksurface.schema.tasks import Derivation
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure, parse_claim
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.grounding import Verdict
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.profiles import ViewProfile
from worksurface_pipeline.worksurface.tasks.rubric_tables import Rubrics, ground_claim
from worksurface_pipeline.worksurface.tasks.segments import Parsed, parse
from worksurface_pipeline.worksurface.tasks.spans import find_figure
from worksurface_pipeline.worksurface.tasks.told_names import is_told_in, names_of

NOT_RECOVERED = "not_recovered"
_NO_SHEET = frozenset({NOT_RECOVERED, Derivation.DOCUMENT_FIGURE.value})
# Names out of other sheets that are looked for in one source task's documents.
_MOST_NAMES = 200


@dataclass(frozen=True, slots=True)
class Own:
    """What one source task's rubrics are read against."""

    task: SourceTask
    rubrics: Rubrics
    parsed: Sequence[Parsed]


@dataclass(frozen=True, slots=True)
class Try:
    """One swapped figure: the family that the true one belongs to, and whether it grounds."""

    family: str
    is_grounded: bool


def composite_tries(tried: Sequence[Try]) -> Iterator[Try]:
    """A composite of two swapped figures grounds if both do, one in a document, one in a sheet."""
    told = [item for item in tried if item.family == Derivation.DOCUMENT_FIGURE.value]
    counted = [item for item in tried if item.family not in _NO_SHEET]
    for one, other in zip(told, counted, strict=False):
        both = one.is_grounded and other.is_grounded
        yield Try(Derivation.AGGREGATE_AND_DOCUMENT.value, both)


def filter_tries(own: Own, views: Sequence[ViewProfile], policy: DerivationPolicy) -> Iterator[Try]:
    """Names out of other source tasks' sheets, looked for in this one's documents.

    A name that this one's sheets hold too may well be meant, and is no placebo.
    """
    here = {text for view in own.rubrics.views for text in names_of(view)}
    names = {
        (view.id, name): view
        for view in views
        if view.record.task_id != own.task.task_id
        for name in names_of(view) - here
    }
    keys = {f"{own.task.task_id} {view} {name}": (view, name) for view, name in names}
    for key in first_by_hash(policy.seed, keys, _MOST_NAMES):
        view = names[keys[key]]
        is_told = any(is_told_in(parsed, view, keys[key][1]) for parsed in own.parsed)
        yield Try(Derivation.DOCUMENT_FILTER.value, is_told)


def donors_of(task: SourceTask, tasks: Sequence[SourceTask]) -> tuple[NumberMention, ...]:
    """Figures of the persona's other source tasks, each value once."""
    found: dict[tuple[str, str], NumberMention] = {}
    for other in sorted(tasks, key=lambda item: item.task_id):
        if other.task_id != task.task_id:
            for rubric in other.rubrics:
                for figure in parse_claim(rubric).figures:
                    if not figure.is_literal:
                        mention = figure.mention
                        found.setdefault((mention.unit, mention.raw), mention)
    return tuple(found[key] for key in sorted(found))


def own_of(
    task: SourceTask, surfaces: Surfaces, views: Sequence[ViewProfile], engine: Engine
) -> Own:
    """What a source task's rubrics are read against."""
    own = tuple(view for view in views if view.record.task_id == task.task_id)
    documents = [item for item in surfaces.documents.documents if item.task_id == task.task_id]
    return Own(task, Rubrics(engine, own), [parse(item) for item in documents])


def rubric_tries(
    own: Own, rubric: Rubric, donors: Sequence[NumberMention], policy: DerivationPolicy
) -> Iterator[Try]:
    """Every figure of a rubric with figures of other source tasks in its place."""
    named = frozenset(
        file.filename for file in own.task.files if has_token(rubric.text, file.filename)
    )
    rubrics = Rubrics(own.rubrics.engine, own.rubrics.views, named)
    parsed = [item for item in own.parsed if item.document.filename in named] or own.parsed
    claim = parse_claim(rubric)
    verdicts = ground_claim(rubrics, claim)
    for figure, verdict in zip(claim.figures, verdicts, strict=True):
        family = _family(claim, figure, verdict, parsed) or NOT_RECOVERED
        for swapped, at in _swapped(own.task, rubric, figure, claim, donors, policy):
            yield Try(family, _grounds(rubrics, swapped, at, parsed))


def _family(claim: Claim, figure: Figure, verdict: Verdict, parsed: Sequence[Parsed]) -> str:
    """The family that grounds the figure, "" if none does."""
    if verdict.grounded is not None:
        return verdict.grounded.reading.expression.derivation.value
    is_told = find_figure(claim, figure, parsed).place is not None
    return Derivation.DOCUMENT_FIGURE.value if is_told else ""


def _swapped(
    task: SourceTask,
    rubric: Rubric,
    figure: Figure,
    claim: Claim,
    donors: Sequence[NumberMention],
    policy: DerivationPolicy,
) -> Iterator[tuple[Rubric, int]]:
    """The rubric with figures of the same unit that it does not hold itself, and their offset."""
    own = {item.mention.number for item in claim.figures}
    fitting = {
        item.raw: item
        for item in donors
        if item.unit == figure.mention.unit and item.number not in own
    }
    key = f"placebo {task.task_id} {rubric.index} {figure.mention.start} "
    chosen = first_by_hash(policy.seed, (key + raw for raw in fitting), policy.placebo_swaps)
    for name in chosen:
        raw = name.removeprefix(key)
        text = rubric.text[: figure.mention.start] + raw + rubric.text[figure.mention.end :]
        yield rubric.model_copy(update={"text": text}), figure.mention.start


def _grounds(rubrics: Rubrics, rubric: Rubric, at: int, parsed: Sequence[Parsed]) -> bool:
    """Whether the figure at an offset of the swapped rubric is grounded by anything."""
    claim = parse_claim(rubric)
    verdicts = ground_claim(rubrics, claim)
    return any(
        figure.mention.start == at and _family(claim, figure, verdict, parsed) != ""
        for figure, verdict in zip(claim.figures, verdicts, strict=True)
    )
