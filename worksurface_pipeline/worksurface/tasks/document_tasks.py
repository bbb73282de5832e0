"""Drafts from figures in documents: named by a rubric, or taken from the document alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.kernel.text import NumberMention, find_numbers
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Document, Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation
from worksurface_pipeline.worksurface.tasks.blocks import BLANK
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, span_evidence
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure, is_figure
from worksurface_pipeline.worksurface.tasks.clauses import (
    checklist_phrase,
    claim_gap,
    gap_phrase,
    sentence_gap,
    subject_phrase,
)
from worksurface_pipeline.worksurface.tasks.literals import LITERAL
from worksurface_pipeline.worksurface.tasks.places import Place, place_alone
from worksurface_pipeline.worksurface.tasks.questions import ask
from worksurface_pipeline.worksurface.tasks.segments import Parsed, Segment
from worksurface_pipeline.worksurface.tasks.spans import is_numbering, unique_span
from worksurface_pipeline.worksurface.tasks.words import is_content

# A sentence that is asked about by itself must say enough to be found again.
_FEWEST_WORDS = 5
_FEWEST_CHARACTERS = 30
_PROSE = frozenset({"markdown", "text", "pdf", "docx", "doc", "pptx", "ppt", "html"})


def rubric_draft(
    seed: int,
    task_id: str,
    claim: Claim,
    figure: Figure,
    place: Place,
    scope: Mapping[str, Document],
) -> Draft | str:
    """The draft of a figure that a rubric names, or the reason why there is none."""
    span = unique_span(place, scope)
    if span is None:
        return "no span around the figure is unique in the scope"
    core = _core(claim, figure, place)
    if not core:
        return "no question without the answer can be made of the wording"
    return _draft(seed, task_id, place, span, core, (claim.index,))


def document_drafts(
    seed: int, task_id: str, parsed: Parsed, scope: Mapping[str, Document], limit: int
) -> tuple[Draft, ...]:
    """At most `limit` drafts from sentences of one document that hold exactly one figure."""
    if parsed.document.kind not in _PROSE:
        return ()
    places = {f"{parsed.document.id} {place.start}": place for place in _lonely_figures(parsed)}
    # Some sentences turn out not to be unique; twice as many are looked at.
    chosen = first_by_hash(seed, places, 2 * limit)
    drafts = (_alone(seed, task_id, places[key], scope) for key in chosen)
    return tuple(draft for draft in drafts if draft is not None)[:limit]


def _core(claim: Claim, figure: Figure, place: Place) -> str:
    """The best phrase: the rubric turned round, its statement, or the rubric as it stands."""
    name = place.document.filename
    phrase = subject_phrase(claim, figure, name) if len(claim.figures) == 1 else ""
    if phrase:
        return phrase
    statement = claim_gap(claim, figure)
    if statement:
        return gap_phrase(statement, name)
    return checklist_phrase(claim, figure, name)


def _sentence(place: Place) -> str:
    text = place.document.text[place.segment.start : place.segment.end]
    return "" if "](" in text or "{%" in text else sentence_gap(text, place.mention)


def _draft(
    seed: int,
    task_id: str,
    place: Place,
    span: tuple[int, int],
    core: str,
    rubrics: tuple[int, ...],
) -> Draft:
    return Draft(
        derivation=Derivation.DOCUMENT_FIGURE,
        question=ask(seed, task_id, core),
        core=core,
        gold=_gold(place.mention),
        evidence=(span_evidence(place.document, *span),),
        surfaces=(Surface.RAG,),
        rubrics=rubrics,
    )


def _gold(mention: NumberMention) -> Gold:
    if mention.unit == LITERAL:
        return Gold(" ".join(mention.raw.split()), AnswerType.STRING)
    value = float(mention.value) if mention.digits else int(mention.value)
    return Gold(value, AnswerType.NUMBER, mention.unit, mention.digits)


def _lonely_figures(parsed: Parsed) -> Iterator[Place]:
    for segment in parsed.segments:
        text = parsed.text[segment.start : segment.end]
        if segment.cells or BLANK in text or not _is_telling(segment, text):
            continue
        mentions = list(find_numbers(text))
        if len(mentions) == 1 and _is_asked(text, segment, mentions[0]):
            yield place_alone(parsed.document, segment, mentions[0])


def _is_telling(segment: Segment, text: str) -> bool:
    """A whole sentence with enough content, and without digits that are no number."""
    content = sum(is_content(word) for word in segment.words)
    digits = sum(any(char.isdigit() for char in word.text) for word in segment.words)
    is_whole = text.strip()[:1].isupper() and text.rstrip()[-1:] in ".!"
    is_long = len(text.strip()) >= _FEWEST_CHARACTERS
    return is_whole and is_long and content >= _FEWEST_WORDS and digits <= _number_words(text)


def _number_words(text: str) -> int:
    """How many runs of digits the numbers of a sentence are made of."""
    return sum(
        1 + mention.raw.count(",") + mention.raw.count(".") for mention in find_numbers(text)
    )


def _is_asked(text: str, segment: Segment, mention: NumberMention) -> bool:
    """A figure with a unit: percent, money, or a noun directly behind it."""
    if is_numbering(text, segment, mention) or not is_figure(mention):
        return False
    behind = text[mention.end :].split()
    is_noun = bool(behind) and behind[0].isalpha() and behind[0].islower()
    return mention.unit != "" or is_noun


def _alone(seed: int, task_id: str, place: Place, scope: Mapping[str, Document]) -> Draft | None:
    span = unique_span(place, scope)
    statement = _sentence(place)
    if span is None or not statement:
        return None
    core = gap_phrase(statement, place.document.filename)
    return _draft(seed, task_id, place, span, core, ())
