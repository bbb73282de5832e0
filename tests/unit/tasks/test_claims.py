from __future__ import annotations

import pytest

from worksurface_pipeline.worksurface.schema.source import Rubric
from worksurface_pipeline.worksurface.tasks.claims import Claim, is_limit, parse_claim


def claim_of(text: str) -> Claim:
    return parse_claim(Rubric(index=0, text=text))


def own(claim: Claim, order: int) -> set[str]:
    return {claim.words[position].text for position in claim.figures[order].own}


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Are the domains split into 1,127 executive and 114 legislative?", ["1,127", "114"]),
        ("Are incidents given as 402 for 1985–1999 and 231 for 2000–2014?", ["402", "231"]),
        ("Is the figure for 2023 given as 45?", ["45"]),
        ("Are 22 requests with status code 503 counted?", ["22"]),
        ("Is order 000934 the heaviest with 217.5 kg?", ["217.5"]),
        ("Will travel be approved within 3-5 business days?", ["3-5"]),
        ("Does `file_12.csv` stay as it is?", []),
        ("Is the booking dated 06/22/2015?", ["06/22/2015"]),
    ],
    ids=["list", "periods", "year", "code", "zeros", "range", "file name", "date"],
)
def test_figures_are_what_is_counted_or_measured(text: str, figures: list[str]) -> None:
    assert [figure.mention.raw for figure in claim_of(text).figures] == figures


def test_words_between_figures_belong_to_one_of_them() -> None:
    claim = claim_of("Is DC first with 788 domains, followed by MD with 165 and VA with 129?")
    assert "MD" in own(claim, 1)
    assert "VA" in own(claim, 2)
    assert not {"MD", "VA"} & own(claim, 0)
    assert "MD" not in own(claim, 2)


def test_the_condition_behind_a_part_of_a_whole_belongs_to_the_part() -> None:
    claim = claim_of("Does it report that 30 of the 120 orders were delayed?")
    assert {"orders", "delayed"} <= own(claim, 0)


def test_a_subject_with_a_figure_inside_belongs_to_the_given_figure() -> None:
    claim = claim_of("Is the average pay of the 29 Engineering majors given as $57,383?")
    assert {"average", "pay", "Engineering"} <= own(claim, 1)
    assert "pay" not in own(claim, 0)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("more than 5 nights", True),
        ("within 1 hour", True),
        ("at least 30 reviews", True),
        ("no more than 2 carriers", True),
        ("exactly 5 nights", False),
        ("of 5 nights", False),
    ],
)
def test_limits_are_told_from_counts(text: str, is_one: bool) -> None:
    figure = claim_of(text).figures[0]
    assert is_limit(text, figure.mention) is is_one
