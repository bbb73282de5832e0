"""The embedded model `offline/reader`: rules that read shown records and answer a question.

A pure function of the messages alone, and blind: what only a picture shows it does not know. It
gets things wrong; it is a self-test of an evaluation, not a model, and no baseline.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation

from worksurface_pipeline.harness.llm import offline_mm_wording as wording
from worksurface_pipeline.harness.llm.offline_mm_claims import Claim, Words, claims_on
from worksurface_pipeline.harness.llm.offline_mm_course import Step, course, current
from worksurface_pipeline.harness.llm.offline_mm_question import is_by, understood
from worksurface_pipeline.harness.llm.offline_mm_records import Record, Shown, shown_in
from worksurface_pipeline.harness.llm.offline_mm_values import Value, numbers
from worksurface_pipeline.harness.llm.offline_words import words
from worksurface_pipeline.harness.llm.types import Message

NOT_KNOWN = "not established"
_SUPPORTED, _CONTRADICTED = "supported", "contradicted"
_ADDRESS = re.compile(r"([^\W\d_][\w'’-]+(?: [^\W\d_][\w'’-]+)+) <[^<>@\s]+@")
_KINDS = ("number", "time", "person", "choice")
_CENT = Decimal("0.01")


def read(messages: Sequence[Message]) -> str:
    """The reply to a question over records, one JSON object."""
    shown = shown_in(messages)
    answer = None if shown is None else _Reader(shown).answer()
    return json.dumps({"answer": answer or NOT_KNOWN}, ensure_ascii=False)


class _Reader:
    """One question over its records."""

    def __init__(self, shown: Shown) -> None:
        self._records = sorted(shown.records, key=lambda record: record.at)
        self._people = _people(self._records)
        self._question = understood(shown.question, shown.form, self._people)

    def answer(self) -> str | None:
        """The answer, None where nothing shown settles it."""
        rules: Mapping[str, Callable[[], str | None]] = {
            "count": self._count,
            "ratio": self._ratio,
            "difference": self._difference,
            "between": self._between,
            "moved": self._moved,
            "before": self._before,
            "stated": lambda: _text(self._in_version(self._question.versions[0])),
            "as_of": self._as_of,
            "ranking": self._ranking,
            "claim": self._claim,
            "first": self._first,
            "corrector": self._corrector,
            "current": lambda: _text(self._held(self._question.subject)),
        }
        return rules[self._question.operation]() if self._question.subjects else None

    def _claims(self, subject: Words, kind: str | None = None) -> list[Claim]:
        asked = "choice" if self._question.kind == "name" else self._question.kind
        return claims_on(subject, kind or asked, self._records, self._people)

    def _steps(self) -> list[Step]:
        return course(self._claims(self._question.subject))

    def _held(self, subject: Words, kind: str | None = None) -> Value | None:
        return current(self._claims(subject, kind))

    def _figures(self) -> list[Decimal] | None:
        """What holds of every subject as figures, None where one is not known."""
        held = [self._held(subject, "number") for subject in self._question.subjects]
        known = [Decimal(value.number) for value in held if value is not None]
        return known if len(known) == len(held) else None

    def _pair(self) -> tuple[Decimal, Decimal] | None:
        figures = self._figures()
        return (figures[0], figures[1]) if figures is not None and len(figures) == 2 else None

    def _difference(self) -> str | None:
        pair = self._pair()
        return None if pair is None else _plain(abs(pair[0] - pair[1]))

    def _ratio(self) -> str | None:
        pair = self._pair()
        return _to_cents(pair[0] / pair[1]) if pair is not None and pair[1] else None

    def _count(self) -> str | None:
        steps = course(self._of_any_kind())
        return str(len(steps) - 1) if steps else None

    def _as_of(self) -> str | None:
        day = self._question.day
        claims = self._claims(self._question.subject)
        known = [claim for claim in claims if day is not None and is_by(day, claim.at)]
        return _text(current(known))

    def _revision(self) -> Step | None:
        """The step that the question names by its author and day."""
        asked = self._question
        fitting = [
            step
            for step in self._steps()
            if step.before is not None
            and (not asked.who or asked.who in (step.author, step.author.split()[0]))
            and (asked.day is None or (step.at.month, step.at.day) == asked.day)
        ]
        return fitting[-1] if fitting else None

    def _before(self) -> str | None:
        step = self._revision()
        return None if step is None else _text(step.before)

    def _moved(self) -> str | None:
        step = self._revision()
        return None if step is None else _apart(step.value, step.before)

    def _in_version(self, version: int) -> Value | None:
        document = self._question.document
        claims = self._claims(self._question.subject)
        own = [
            claim for claim in claims if claim.version == version and document & words(claim.source)
        ]
        return current(own)

    def _between(self) -> str | None:
        versions = self._question.versions
        first, second = (self._in_version(version) for version in versions[:2])
        return _apart(first, second)

    def _first(self) -> str | None:
        """Who first stated the subject, with the figure that the question names, if any."""
        wanted = {value.number for value in numbers(self._question.text)}
        known = [
            claim
            for claim in self._of_any_kind()
            if claim.value is not None and (not wanted or claim.value.number in wanted)
        ]
        return known[0].author if known else None

    def _corrector(self) -> str | None:
        found = [step.author for step in course(self._of_any_kind()) if step.is_correction]
        return found[0] if found else None

    def _of_any_kind(self) -> list[Claim]:
        """Claims on the subject, read as what they are: the question does not say."""
        for kind in _KINDS:
            claims = self._claims(self._question.subject, kind)
            if claims:
                return claims
        return []

    def _ranking(self) -> str | None:
        asked = self._question
        figures = self._figures()
        if figures is None or not asked.names:
            return None
        is_list = asked.kind == "list"
        is_rising = bool((wording.RISING if is_list else wording.LOWEST).search(asked.text))
        pairs = sorted(zip(figures, asked.names, strict=True), reverse=not is_rising)
        names = [name for _, name in pairs]
        return ", ".join(names) if is_list else names[0]

    def _claim(self) -> str | None:
        """The verdict on a claim: about two subjects, or about one and a figure."""
        asked = self._question
        figures = self._figures()
        if figures is None:
            return None
        bounds = [Decimal(value.number) for value in numbers(asked.text)]
        if len(figures) == 2:
            holds = (
                figures[0] < figures[1]
                if wording.LESS.search(asked.text)
                else figures[0] > figures[1]
            )
        elif bounds and wording.AT_LEAST.search(asked.text):
            holds = figures[0] >= bounds[-1]
        elif bounds:
            holds = figures[0] == bounds[-1]
        else:
            return None
        return _SUPPORTED if holds else _CONTRADICTED


def _people(records: Sequence[Record]) -> list[str]:
    """Everybody who wrote a record or stands in the address lines of a mail."""
    found = {record.author for record in records}
    found |= {name for record in records for name in _ADDRESS.findall(record.text)}
    return sorted(found)


def _text(value: Value | None) -> str | None:
    return None if value is None else value.text


def _apart(one: Value | None, other: Value | None) -> str | None:
    if one is None or other is None or not one.number or not other.number:
        return None
    return _plain(abs(Decimal(one.number) - Decimal(other.number)))


def _to_cents(value: Decimal) -> str | None:
    try:
        return str(value.quantize(_CENT, rounding=ROUND_HALF_EVEN))
    except InvalidOperation:  # more digits than a Decimal of the usual context holds
        return None


def _plain(value: Decimal) -> str:
    return f"{value:f}"
