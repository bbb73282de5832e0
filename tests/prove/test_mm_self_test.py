"""Recall and self-test over the three sample seeds as they are rendered, for both retrievers."""

from __future__ import annotations

from functools import cache

import pytest

from tests.prove.mm_samples import samples
from tests.unit.mmenterprise.answering.self_test import Bench, bench_of
from worksurface_pipeline.mmenterprise.evaluation.recall import recall_of
from worksurface_pipeline.mmenterprise.questions.build import public
from worksurface_pipeline.mmenterprise.retrieval.retrieve import LEXICAL, VECTORS, retrieve
from worksurface_pipeline.mmenterprise.schema.evaluation import Retrieved
from worksurface_pipeline.mmenterprise.settings import Settings

DEPTHS = Settings().retrieval.k
CELLS = [pytest.param(name, k, id=f"{k}@{name}") for name in (LEXICAL, VECTORS) for k in DEPTHS]

pytestmark = pytest.mark.prove


@cache
def bench() -> Bench:
    seed = Settings().workspace.seed
    return bench_of([(ledger, records) for _, ledger, records in samples(seed)], seed)


@cache
def found(name: str) -> Retrieved:
    return retrieve(bench().corpus, [public(item) for item in bench().questions], name, max(DEPTHS))


@pytest.mark.parametrize("name", [LEXICAL, VECTORS])
def test_recall_grows_with_depth_to_nearly_everything(name: str) -> None:
    means = [_mean_recall(name, k) for k in sorted(DEPTHS)]
    assert means == sorted(means)
    assert means[0] > 0.5
    assert means[-1] > 0.9


@pytest.mark.parametrize(("name", "k"), CELLS)
def test_the_reader_reads_and_does_not_see(name: str, k: int) -> None:
    units = {item.question: item.units[:k] for item in found(name).found}
    shares = bench().shares(lambda question: units[question.id])
    right, asked = shares["pictures alone"]
    assert right < 0.05 * asked
    right, asked = shares["text"]
    assert right > 0.3 * asked


def test_nor_does_it_with_the_evidence_alone() -> None:
    right, asked = bench().shares(lambda question: question.evidence)["pictures alone"]
    assert right < 0.05 * asked


def _mean_recall(name: str, k: int) -> float:
    pairs = zip(bench().questions, found(name).found, strict=True)
    recalls = [recall_of(question, item.units[:k]) for question, item in pairs]
    known = [recall.representative for recall in recalls if recall is not None]
    return sum(known) / len(known)
