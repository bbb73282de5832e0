"""Drafts from figures in documents: named by a rubric, or taken from the document alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.kernel.text import NumberMention, find_numbers
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Document, Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation
from worksurface_pipeline.worksurface.tasks.asked import Asked, Siblings
from worksurface_pipeline.worksurface.tasks.blocks import BLANK, visible
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, leaks, span_evidence
from worksurface_pipeline.worksurface.tasks.clauses import subject_phrase
from worksurface_pipeline.worksurface.tasks.figures import is_figure
from worksurface_pipeline.worksurface.tasks.gaps import gap_phrase, other_figures
from worksurface_pipeline.worksurface.tasks.leaks import dashed, is_guess
from worksurface_pipeline.worksurface.tasks.literals import LITERAL, form_of
from worksurface_pipeline.worksurface.tasks.places import Place, place_alone
from worksurface_pipeline.worksurface.tasks.questions import ask
from worksurface_pipeline.worksurface.tasks.segments import Parsed, Segment
from worksurface_pipeline.worksurface.tasks.sole_figures import PROSE
from worksurface_pipeline.worksurface.tasks.spans import is_numbering, unique_span
from worksurface_pipeline.worksurface.tasks.words import is_content

# A sentence that is asked about by itself must say enough to be found again.
_FEWEST_WORDS = 5
_FEWEST_CHARACTERS = 30


def rubric_draft(
    seed: int,
    task_id: str,
    asked: Asked,
    siblings: Siblings,
    scope: Mapping[str, Document],
) -> Draft | str:
    """The draft of a figure that a rubric names, or the reason why there is none."""
    place = asked.place
    if asked.is_guessed:
        return "the figure would be guessed without the document"
    span = unique_span(place, scope)
    if span is None:
        return "no span around the figure is unique in the scope"
    core = _core(seed, asked, siblings)
    if not core:
        return "no question without the answer can be made of the wording"
    draft = _draft(seed, task_id, place, span, core, asked.unit, (asked.claim.index,))
    return "the answer would stand in the question" if leaks(draft) else draft


def document_drafts(
    seed: int, task_id: str, parsed: Parsed, scope: Mapping[str, Document], limit: int
) -> tuple[Draft, ...]:
    """At most `limit` drafts from sentences of one document that hold exactly one figure."""
    if parsed.document.kind not in PROSE:
        return ()
    places = {f"{parsed.document.id} {place.start}": place for place in lonely_figures(parsed)}
    # Some sentences turn out not to be unique; twice as many are looked at.
    chosen = first_by_hash(seed, places, 2 * limit)
    drafts = (_alone(seed, task_id, places[key], scope) for key in chosen)
    return tuple(draft for draft in drafts if draft is not None)[:limit]


def _core(seed: int, asked: Asked, siblings: Siblings) -> str:
    """The rubric's subject where it measures something, else the document's own line."""
    place = asked.place
    name = place.document.filename
    claim = asked.claim
    phrase = subject_phrase(claim, asked.figure, name) if len(claim.figures) == 1 else ""
    if phrase:
        return phrase
    text = visible(place.document)
    line = text[place.segment.start : place.segment.end]
    others = [
        item
        for item in other_figures(line, place.mention)
        if siblings.has(claim.index, place.document.id, place.segment.start, item)
    ]
    return gap_phrase(seed, text, place.segment, place.mention, others, name)


def _draft(
    seed: int,
    task_id: str,
    place: Place,
    span: tuple[int, int],
    core: str,
    unit: str,
    rubrics: tuple[int, ...],
) -> Draft:
    gold = _gold(place.mention, unit)
    tail = _tail(gold, core)
    return Draft(
        derivation=Derivation.DOCUMENT_FIGURE,
        question=ask(seed, task_id, core, tail),
        core=core,
        tail=tail,
        gold=gold,
        evidence=(span_evidence(place.document, *span),),
        surfaces=(Surface.RAG,),
        rubrics=rubrics,
    )


def _gold(mention: NumberMention, unit: str) -> Gold:
    if mention.unit == LITERAL:
        return Gold(dashed(" ".join(mention.raw.split())), AnswerType.STRING)
    value = float(mention.value) if mention.digits else int(mention.value)
    return Gold(value, AnswerType.NUMBER, unit, mention.digits)


def _tail(gold: Gold, core: str) -> str:
    """The form of the answer, where the phrase does not fix it."""
    if gold.type is AnswerType.STRING:
        return form_of(str(gold.answer))
    return "Give it in percent." if gold.unit == "percent" and "in percent" not in core else ""


def lonely_figures(parsed: Parsed) -> Iterator[Place]:
    """Whole sentences of a document with exactly one figure, which is one that could be asked."""
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
    if span is None or is_guess(place.mention.number, place.mention.unit):
        return None
    text = visible(place.document)
    name = place.document.filename
    core = gap_phrase(seed, text, place.segment, place.mention, (), name)
    draft = _draft(seed, task_id, place, span, core, place.mention.unit, ())
    return draft if core and not leaks(draft) else None
