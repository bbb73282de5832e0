"""A figure of a document that only lineage leads to: the question names the file before it.

Two kinds: a line that several versions have with other figures, and a figure that is the only one
of its kind in the document while other documents have such figures too. In both the wording fits
several documents, and only the link tells which is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document, Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation, GraphPathEvidence
from worksurface_pipeline.worksurface.tasks.blocks import BLANK
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, leaks, span_evidence
from worksurface_pipeline.worksurface.tasks.figures import is_figure
from worksurface_pipeline.worksurface.tasks.gaps import GAP, gap_phrase, quotation
from worksurface_pipeline.worksurface.tasks.leaks import is_guess
from worksurface_pipeline.worksurface.tasks.lineage import Lineage
from worksurface_pipeline.worksurface.tasks.links import Link, links_to
from worksurface_pipeline.worksurface.tasks.places import Place, place_alone
from worksurface_pipeline.worksurface.tasks.questions import ask
from worksurface_pipeline.worksurface.tasks.segments import Parsed
from worksurface_pipeline.worksurface.tasks.sole_figures import PROSE, FigureKinds
from worksurface_pipeline.worksurface.tasks.spans import is_numbering, unique_span

_LINKS = 2  # of one file that are tried
_FEWEST_CHARACTERS = 20
_FORMS = (
    "what is {name} given in {link}",
    "what is {name} that {link} mentions",
    "what is {name} to be found in {link}",
)


@dataclass(frozen=True, slots=True)
class LinkedScope:
    """What the dependent families of one source task read."""

    task: SourceTask
    seed: int
    lineage: Lineage
    parsed: Sequence[Parsed]
    documents: Mapping[str, Document]
    kinds: FigureKinds


def linked_documents(scope: LinkedScope, limit: int) -> tuple[Draft, ...]:
    """At most `limit` drafts, one of each document first."""
    made = [draft for item in _own(scope) for draft in _of_document(scope, item)]
    rank: Counter[str] = Counter()
    ordered = []
    for draft in made:
        ordered.append((rank[draft.evidence[-1].model_dump()["file"]], draft))
        rank[draft.evidence[-1].model_dump()["file"]] += 1
    ordered.sort(key=lambda item: (item[0], hash_unit(scope.seed, item[1].question)))
    return tuple(draft for _, draft in ordered[:limit])


def _own(scope: LinkedScope) -> list[Parsed]:
    """Documents that are all of their file."""
    counts = Counter(item.document.filename for item in scope.parsed)
    return [
        item
        for item in scope.parsed
        if counts[item.document.filename] == 1 and item.document.kind in PROSE
    ]


def _of_document(scope: LinkedScope, parsed: Parsed) -> Iterator[Draft]:
    links = links_to(scope.task, scope.lineage, parsed.document.filename)[:_LINKS]
    for number, (place, core) in enumerate(_asked(scope, parsed, links)):
        link = links[number % len(links)]
        draft = _draft(scope, place, core(link), link)
        if draft is not None:
            yield draft


def _asked(
    scope: LinkedScope, parsed: Parsed, links: Sequence[Link]
) -> Iterator[tuple[Place, _Core]]:
    if not links:
        return
    yield from _varied_lines(scope, parsed)
    for sole in scope.kinds.sole(parsed):
        form = choose(scope.seed, f"{parsed.document.id} {sole.name}", _FORMS)
        yield sole.place, _Core(form=form.replace("{name}", sole.name))


@dataclass(frozen=True, slots=True)
class _Core:
    """A phrase with {link}, or a line of the document that is quoted with its gap."""

    form: str = ""
    seed: int = 0
    text: str = ""
    place: Place | None = None

    def __call__(self, link: Link) -> str:
        """The phrase with the link in it."""
        if self.place is None:
            return self.form.format(link=link.phrase)
        return gap_phrase(
            self.seed, self.text, self.place.segment, self.place.mention, (), link.phrase
        )


def _varied_lines(scope: LinkedScope, parsed: Parsed) -> Iterator[tuple[Place, _Core]]:
    """Sentences with one figure that another file of the source task has with another figure."""
    own = parsed.document.filename
    others = [" ".join(item.text.split()) for item in scope.parsed if item.document.filename != own]
    for segment in parsed.segments:
        text = parsed.text[segment.start : segment.end]
        mentions = list(find_numbers(text))
        if segment.cells or BLANK in text or len(mentions) != 1:
            continue  # rows and lines with several figures are not quoted with one gap
        (mention,) = mentions
        is_asked = is_figure(mention) and not is_numbering(text, segment, mention)
        if not is_asked or is_guess(mention.number, mention.unit):
            continue  # numbering, a year, or what anyone would guess
        said = quotation(parsed.text, segment, mention, ())
        if len(said) >= _FEWEST_CHARACTERS and any(_has_line(item, said) for item in others):
            place = place_alone(parsed.document, segment, mention)
            yield place, _Core("", scope.seed, parsed.text, place)


def _has_line(text: str, said: str) -> bool:
    """Whether the line stands there with any figure in its gap."""
    before, _, after = (" ".join(part.split()) for part in said.strip("… ").partition(GAP))
    return bool(before) and before in text and after in text


def _draft(scope: LinkedScope, place: Place, core: str, link: Link) -> Draft | None:
    span = unique_span(place, scope.documents)
    if span is None or not core:
        return None
    mention = place.mention
    value = float(mention.value) if mention.digits else int(mention.value)
    tail = "Give it in percent." if mention.unit == "percent" else ""
    draft = Draft(
        derivation=Derivation.LINKED_DOCUMENT,
        question=ask(scope.seed, scope.task.task_id, core, tail),
        core=core,
        tail=tail,
        gold=Gold(value, AnswerType.NUMBER, mention.unit, mention.digits),
        evidence=(
            GraphPathEvidence(graph_path=link.path),
            span_evidence(place.document, *span),
        ),
        surfaces=(Surface.RAG, Surface.GRAPH),
    )
    return None if leaks(draft) else draft
