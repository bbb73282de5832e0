"""The embedded reader on one rendered project: it reads, and it does not see."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from tests.unit.mmenterprise.answering.self_test import Bench, bench_of
from tests.unit.mmenterprise.records.rendered import project
from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.mmenterprise.answering.context import block
from worksurface_pipeline.mmenterprise.corpus.corpus import CorpusUnit
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


def test_it_knows_more_when_pages_are_let_in_as_text() -> None:
    shares_with = bench().with_text_layer().shares(lambda question: question.evidence)
    assert shares_with["all"][0] > shares("oracle")["all"][0]


def test_no_header_or_file_name_tells_what_a_picture_shows() -> None:
    ledger, records = project()
    drawn = {slot.id for slot in ledger.slots if slot.is_visual}
    told = {unit.id: f"{block(1, unit, is_text_only=True)} {unit.image}" for unit in pictures()}
    shown = [
        (unit.id, statement.value)
        for unit in records.units
        for statement in unit.statements
        if unit.id in told and statement.slot in drawn
    ]
    assert len(shown) >= 15
    assert [item for item in shown if has_token(told[item[0]], item[1])] == []


def pictures() -> list[CorpusUnit]:
    return [unit for unit in bench().corpus.units if unit.is_visual]
