"""The embedded reader on rendered projects: how much it gets right, by what its evidence is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from worksurface_pipeline.harness.llm.offline_mm_reader import read
from worksurface_pipeline.mmenterprise.answering.context import context_of
from worksurface_pipeline.mmenterprise.answering.prompts import answer_in, messages_for
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus, corpus_of
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.evaluation.judgement import Verdict, vocabulary_of
from worksurface_pipeline.mmenterprise.evaluation.scoring import judge_exactly
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import make_questions, public
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

Project = tuple[Ledger, WorkspaceRecords]
UnitsOf = Callable[[MmQuestion], Sequence[str]]
_NOWHERE = Pictures({"": Path()})


@dataclass(frozen=True)
class Bench:
    """Projects with their corpus and questions."""

    projects: Sequence[Project]
    corpus: Corpus
    questions: Sequence[MmQuestion]

    def shares(self, units_of: UnitsOf) -> Mapping[str, tuple[int, int]]:
        """Right answers and questions by type and by evidence, with what `units_of` gives."""
        vocabularies = {ledger.world.project: vocabulary_of(ledger) for ledger, _ in self.projects}
        right: Counter[str] = Counter()
        asked: Counter[str] = Counter()
        for question in self.questions:
            said = self._answer(question, units_of(question))
            judged = judge_exactly(question, said, vocabularies[question.project])
            for group in ("all", question.type.value, self.evidence_of(question)):
                asked[group] += 1
                right[group] += judged.verdict is Verdict.CORRECT
        return {group: (right[group], asked[group]) for group in sorted(asked)}

    def with_text_layer(self) -> Bench:
        """The same, with what stands in pages and slides let into their text."""
        sets = {ledger.world.project: records.unit_set() for ledger, records in self.projects}
        return replace(self, corpus=corpus_of(sets, with_text_layer=True))

    def evidence_of(self, question: MmQuestion) -> str:
        """What the question can be answered from: text, pictures alone, both, or nothing."""
        pictures = {unit.id for unit in self.corpus.units if unit.is_visual}
        sets = [set(units) for units in (question.evidence, *question.alternatives) if units]
        if not sets:
            return "no evidence"
        if all(units <= pictures for units in sets):
            return "pictures alone"
        return "text" if any(not units & pictures for units in sets) else "both"

    def _answer(self, question: MmQuestion, units: Sequence[str]) -> str | None:
        shown = [self.corpus.by_id[unit] for unit in units]
        context = context_of(shown, _NOWHERE, is_text_only=True)
        return answer_in(read(messages_for(public(question), context)))


def bench_of(projects: Sequence[Project], seed: int) -> Bench:
    """The questions and the corpus of projects."""
    sets = {ledger.world.project: records.unit_set() for ledger, records in projects}
    hay = haystack_of([(ledger, sets[ledger.world.project]) for ledger, _ in projects])
    questions = [
        question
        for ledger, _ in projects
        for question in make_questions(
            Scene(ledger, sets[ledger.world.project], seed), hay, answer, Quotas()
        ).questions.questions
    ]
    return Bench(projects, corpus_of(sets), questions)
