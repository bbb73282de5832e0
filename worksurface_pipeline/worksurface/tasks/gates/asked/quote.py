"""A quotation that answers another question.

Taught by an own question "How many grams does the Tessarin station weigh" proven by "The warranty
runs for 36 months": both stand in the document, and nothing else ties them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    RagEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import NUMBER_WORDS
from worksurface_pipeline.worksurface.tasks.gates.asked.figure import other_figure
from worksurface_pipeline.worksurface.tasks.gates.asked.sentence import (
    Sentence,
    sentence_of,
    sentences_of,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.text import Asked, clause_of, is_own
from worksurface_pipeline.worksurface.tasks.gates.asked.unit import unit_of
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
    spans_of,
)
from worksurface_pipeline.worksurface.tasks.lexicon import word_set
from worksurface_pipeline.worksurface.tasks.words import is_content, stem, synonyms

NAME = "asked_quote"
REASON = "quotation answers another question"
# Of the question's content words, so many stand in the sentence or above it.
_SHARE = 0.5
# Two forms of a word: one begins with the other, which has so many letters.
_SHORTEST_ROOT = 4
_LONGEST_ENDING = 4
# Words by which one asks, whatever the subject.
_ASKING = frozenset(map(stem, NUMBER_WORDS)) | frozenset(
    map(
        stem,
        word_set(
            "according please tell know long much many far often high big large text line quick "
            "question checking figure figures fill gap gaps left missing follow follows find found "
            "need want must should may can could would will think remember exactly precisely get "
            "currently say written follow document page colleague first second third am take hand "
            "took taken part describe look me thing things item items point points detail details"
        ),
    )
)


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds quotes whose sentence shares too few words with the question, or fewer than another."""
    if not is_worded_elsewhere(task):
        return None
    for item in spans_of(task):
        sentence = sentence_of(item, context)
        if sentence is None:
            continue
        asked = clause_of(task, item, context)
        problem = _problem(asked, item, sentence, context, is_alone=is_own(task, item, context))
        if problem:
            return finding(NAME, REASON, f"{item.file}: {problem}", context, Checked.STORED)
    return None


def _problem(
    asked: Asked, item: RagEvidence, sentence: Sentence, context: Context, *, is_alone: bool
) -> str:
    wanted = _content(asked)
    met = {word for word, one in wanted.items() if _meets(one, sentence.stems)}
    if not met:
        said = ", ".join(wanted) or "no word of a subject"
        return f"the sentence of the quote has none of the question's words ({said})"
    if not is_alone:
        return ""
    seen = {word for word, one in wanted.items() if _meets(one, sentence.stems | sentence.around)}
    if len(seen) < _SHARE * len(wanted):
        missing = ", ".join(word for word in wanted if word not in seen)
        return f"the question says {missing}, of which the sentence of the quote has nothing"
    head = other_figure(asked, item, sentence)
    if head:
        return f"“{head}” belongs to another figure of the sentence: {sentence.text!r}"
    better = next(_better(wanted, len(met), item, sentence, context), "")
    return f"another sentence has more of the question's words: {better!r}" if better else ""


def _content(asked: Asked) -> dict[str, str]:
    """The words that say what is asked, as written, with their stems."""
    found = {
        word.text.lower(): word.stem
        for word in asked.words
        if is_content(word) and word.stem not in _ASKING and not unit_of(word.text)
    }
    # A row of figures that is shown with a gap has no other words.
    return found or {word.text: word.stem for word in asked.words if word.text.isdigit()}


def _meets(stemmed: str, stems: frozenset[str]) -> bool:
    if synonyms(stemmed) & stems:
        return True
    return any(_is_form(stemmed, other) or _is_form(other, stemmed) for other in stems)


def _is_form(root: str, other: str) -> bool:
    """Whether a stem is another with an ending: "weigh" of "weight", "carry" of "carried"."""
    plain = f"{root[:-1]}i" if root.endswith("y") else root
    ending = len(other) - len(plain)
    return (
        len(plain) >= _SHORTEST_ROOT and 0 <= ending <= _LONGEST_ENDING and other.startswith(plain)
    )


def _better(
    wanted: dict[str, str], met: int, item: RagEvidence, sentence: Sentence, context: Context
) -> Iterator[str]:
    """Sentences with a figure, as the quote has one, that share more words."""
    has_figure = re.search(r"\d", item.span) is not None
    for other in sentences_of(context.documents[item.file], context):
        is_like = not has_figure or re.search(r"\d", other.text) is not None
        shared = sum(_meets(one, other.stems) for one in wanted.values())
        if other.start != sentence.start and is_like and shared > met:
            yield " ".join(other.text.split())
