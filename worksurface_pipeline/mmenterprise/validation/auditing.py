"""The audit without a model: a question against the ledger and against all records of its project.

It looks for a competing answer (what all records say by themselves, another referent of the
wording), at the values of the gold, at whether the question has an answer at all, and at whether
the cited units settle it whatever is added. What it proposes comes from the ledger alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worksurface_pipeline.mmenterprise.evaluation.judgement import Verdict
from worksurface_pipeline.mmenterprise.evaluation.scoring import judge_exactly
from worksurface_pipeline.mmenterprise.questions.checks import is_given_away, is_same
from worksurface_pipeline.mmenterprise.questions.derivation import Gold, parts_of
from worksurface_pipeline.mmenterprise.questions.measures import unit_of
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType
from worksurface_pipeline.mmenterprise.validation.absence import given_anyway
from worksurface_pipeline.mmenterprise.validation.asked import second_readings, unnamed
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.comparing import as_text
from worksurface_pipeline.mmenterprise.validation.model import (
    By,
    Category,
    Decision,
    Fix,
    Stage,
    StageVerdict,
)

_MOST_NAMED = 3  # records or values that a reason names
_HOLDS = "holds"


def audited(bench: Bench, question: MmQuestion, number: int) -> StageVerdict:
    """The ledger's verdict on one question."""
    return _Audit(bench, question).verdict(number)


class _Audit:
    """The four checks on one question, and what follows from them."""

    def __init__(self, bench: Bench, question: MmQuestion) -> None:
        self._bench = bench
        self._question = question
        self._right = bench.ledger_says(question.query)
        self._has_none = _has_no_answer(bench, question)
        self._unsupported = self._values_that_differ()
        self._status = tuple(self._against_status())
        self._competing = tuple(self._competitors())
        self._is_sufficient = self._suffices(question.evidence)

    def verdict(self, number: int) -> StageVerdict:
        """All findings, with the decision that they lead to."""
        decision, category, reason, fix = self._decided()
        return StageVerdict(
            question=self._question.id,
            project=self._question.project,
            text=self._question.question,
            round=number,
            stage=Stage.AUDIT,
            by=By.LEDGER,
            outcome=decision,
            cause=category,
            reason=reason,
            competing=self._competing,
            unsupported=self._unsupported,
            is_status_right=not self._status,
            is_sufficient=self._is_sufficient,
            fix=fix,
        )

    def _decided(self) -> tuple[Decision, Category, str, Fix | None]:
        drop = self._fatal()
        if drop is not None:
            return (Decision.DROP, *drop, None)
        if self._unsupported:
            reason = f"the ledger gives {as_text(self._right)}"
            return Decision.FIX, Category.GOLD_WRONG, reason, self._mended()
        if self._is_sufficient:
            return Decision.PASS, Category.NONE, "", None
        fix = self._mended()
        if fix is None:
            reason = "no set of units settles it within the bound"
            return Decision.DROP, Category.INSUFFICIENT, reason, None
        reason = f"{', '.join(fix.evidence)} settle it, the cited units do not"
        return Decision.FIX, Category.INSUFFICIENT, reason, fix

    def _fatal(self) -> tuple[Category, str] | None:
        """What no edit of gold or evidence mends."""
        if self._status:
            is_none = self._question.type is QuestionType.UNANSWERABLE or self._has_none
            category = Category.ANSWERABLE if is_none else Category.GOLD_WRONG
            return category, _listed(self._status)
        unit = self._another_unit()
        if unit:
            return Category.GOLD_WRONG, unit
        if self._is_leaked():
            return Category.LEAK, "the wording holds the answer"
        missing = unnamed(self._bench.scene, self._question)
        if missing:
            return Category.AMBIGUOUS, f"the wording does not name {_listed(missing)}"
        if self._competing:
            return Category.AMBIGUOUS, _listed(self._competing)
        return None

    def _values_that_differ(self) -> tuple[str, ...]:
        if self._right is None or is_same(self._right, self._question.gold):
            return ()
        gold = self._question.gold
        return (gold,) if isinstance(gold, str) else gold

    def _another_unit(self) -> str:
        """The unit of the gold where the ledger has another for it, "" where they agree."""
        item, slots = self._question, self._bench.scene.names.slots
        if self._has_none or item.answer_kind != "number":
            return ""
        own = unit_of(item.query, slots)
        return "" if item.unit == own else f"the gold is in {item.unit!r}, the ledger has {own!r}"

    def _against_status(self) -> Iterator[str]:
        """What speaks against having an answer, or against having none."""
        if self._right is None:
            yield "the ledger gives no answer: the question supposes what is not so"
        if self._question.type is QuestionType.UNANSWERABLE and self._right:
            yield f"the ledger gives {as_text(self._right)}"
        if self._has_none:
            yield from given_anyway(self._bench, self._question)

    def _competitors(self) -> Iterator[str]:
        """Another answer that all records give by themselves, another meaning of the wording."""
        if not self._has_none and self._right:
            said = self._bench.records_say(self._question.query)
            if said is not None and not self._is_right(said):
                yield f"the records by themselves give {as_text(said)}"
        yield from second_readings(self._bench.scene, self._question)

    def _is_right(self, said: Gold) -> bool:
        """Whether an answer is that of the ledger, judged as answers are."""
        item = self._question.model_copy(update={"gold": self._right})
        found = judge_exactly(item, as_text(said, item.unit), self._bench.words)
        return found.verdict is Verdict.CORRECT

    def _suffices(self, units: Iterable[str]) -> bool:
        """Whether units settle the question; what has no answer needs none."""
        if self._has_none:
            return not self._status
        cited = frozenset(units)
        said = self._bench.records_say(self._question.query, cited) if cited else None
        is_right = said is not None and self._right is not None and self._is_right(said)
        return is_right and self._bench.suffices(self._question, cited)

    def _is_leaked(self) -> bool:
        item, gold = self._question, self._right
        return bool(gold) and is_given_away(item.question, item.query, item.answer_kind, gold or "")

    def _mended(self) -> Fix | None:
        """The ledger's gold, with a set of units that settles the question if there is one."""
        gold = self._right if self._unsupported else None
        evidence = () if self._is_sufficient else self._settling()
        if not evidence and not self._is_sufficient:
            return None
        return Fix(gold=gold, evidence=evidence)

    def _settling(self) -> tuple[str, ...]:
        """The first of the ledger's sets, or of these with one unit more, that settles it."""
        sets = self._bench.scene.evidence.of_parts(parts_of(self._question.query))
        for units in (*sets, *self._wider(sets)):
            if self._suffices(units):
                return units
        return ()

    def _wider(self, sets: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
        slots = self._question.query.slots
        told = {item.unit.id for slot in slots for item in self._bench.accounts.of(slot)}
        for units in sets:
            yield from (tuple(sorted((*units, more))) for more in sorted(told - set(units)))


def _has_no_answer(bench: Bench, question: MmQuestion) -> bool:
    """Whether the query is one of what nobody recorded."""
    query = question.query
    is_unheard = query.operation == _HOLDS and not set(query.slots) <= set(bench.scene.names.slots)
    return query.operation == "absent" or is_unheard


def _listed(items: Iterable[str]) -> str:
    return "; ".join(tuple(items)[:_MOST_NAMED])
