"""A figure of a document that only lineage leads to: the question names the file before it.

Two kinds: a line that several versions have with other figures, and a figure that is the only one
of its kind in the document while other documents have such figures too. In both the wording fits
several documents, and only the link tells which is meant. Those come first that another document
of the source task, of the kind that the link speaks of, would answer differently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document, Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation, GraphPathEvidence
from worksurface_pipeline.worksurface.tasks.blocks import BLANK
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, leaks, span_evidence
from worksurface_pipeline.worksurface.tasks.contested import hidden
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

    def rivals_of(self, link: Link, others: frozenset[str]) -> int:
        """How many of the other documents are of this source task and fit the link's words."""
        own = {item.document.id for item in self.parsed if link.fits(item.document.filename)}
        return len(others & own) if link.is_lineage else 0


def linked_documents(scope: LinkedScope, limit: int) -> tuple[Draft, ...]:
    """At most `limit` drafts, one of each document first."""
    made = [draft for item in _own(scope) for draft in _of_document(scope, item)]
    made.sort(key=lambda item: -item.rivals)
    rank: Counter[str] = Counter()
    ordered = []
    for draft in made:
        file = draft.evidence[-1].model_dump()["file"]
        key = (-draft.rivals, rank[file], hash_unit(scope.seed, draft.question))
        ordered.append((key, draft))
        rank[file] += 1
    ordered.sort(key=lambda item: item[0])
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
    links = hidden(links_to(scope.task, scope.lineage, parsed.document.filename))[:_LINKS]
    for number, asked in enumerate(_asked(scope, parsed) if links else ()):
        turned = (*links[number % len(links) :], *links[: number % len(links)])
        link = max(turned, key=lambda item: scope.rivals_of(item, asked.rivals))
        draft = _draft(scope, asked.place, asked.core(link), link)
        if draft is not None:
            yield replace(draft, rivals=scope.rivals_of(link, asked.rivals))


def _asked(scope: LinkedScope, parsed: Parsed) -> Iterator[_Asked]:
    yield from _varied_lines(scope, parsed)
    for sole in scope.kinds.sole(parsed):
        form = choose(scope.seed, f"{parsed.document.id} {sole.name}", _FORMS)
        rivals = scope.kinds.others(sole.kind, parsed.document.id)
        yield _Asked(sole.place, _Core(form=form.replace("{name}", sole.name)), rivals)


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


@dataclass(frozen=True, slots=True)
class _Asked:
    """A figure, how it is asked for, and the documents that would tell another one."""

    place: Place
    core: _Core
    rivals: frozenset[str]


def _varied_lines(scope: LinkedScope, parsed: Parsed) -> Iterator[_Asked]:
    """Sentences with one figure that another file of the source task has with another figure."""
    own = parsed.document.filename
    others = {
        item.document.id: " ".join(item.text.split())
        for item in scope.parsed
        if item.document.filename != own
    }
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
        rivals = frozenset(name for name, text in others.items() if _has_line(text, said))
        if len(said) >= _FEWEST_CHARACTERS and rivals:
            place = place_alone(parsed.document, segment, mention)
            yield _Asked(place, _Core("", scope.seed, parsed.text, place), rivals)


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
