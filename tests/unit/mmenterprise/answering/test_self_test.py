"""The embedded reader on one rendered project: it reads, and it does not see."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from tests.unit.mmenterprise.answering.self_test import Bench, bench_of
from tests.unit.mmenterprise.records.rendered import project
from worksurface_pipeline.mmenterprise.questions.build import public
from worksurface_pipeline.mmenterprise.retrieval.retrieve import retrieve

K = 50


@cache
def bench() -> Bench:
    return bench_of([project()], 1)


@cache
def shares(context: str) -> Mapping[str, tuple[int, int]]:
    if context == "oracle":
        return bench().shares(lambda question: question.evidence)
    asked = [public(question) for question in bench().questions]
    found = retrieve(bench().corpus, asked, "lexical", K).found
    units = {item.question: item.units for item in found}
    return bench().shares(lambda question: units[question.id])


@pytest.mark.parametrize("context", ["oracle", "found"])
def test_it_answers_hardly_anything_that_only_pictures_show(context: str) -> None:
    right, asked = shares(context)["pictures alone"]
    assert asked >= 15
    assert right < 0.05 * asked


@pytest.mark.parametrize("context", ["oracle", "found"])
def test_it_answers_a_good_part_of_what_texts_say(context: str) -> None:
    right, asked = shares(context)["text"]
    assert asked >= 20
    assert right > 0.5 * asked


def test_it_abstains_where_nothing_is_on_record() -> None:
    right, asked = shares("found")["unanswerable"]
    assert right > 0.7 * asked
