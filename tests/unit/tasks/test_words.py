from __future__ import annotations

import pytest

from worksurface_pipeline.worksurface.tasks.words import name_parts, stem, synonyms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("engagement", "engaged"),
        ("completion", "Completed"),
        ("agencies", "Agency"),
        ("unemployment", "Unemployed"),
        ("votes", "VOTES"),
        ("machines", "machine"),
        ("stopped", "stop"),
        ("women", "woman"),
        ("availability", "available"),
    ],
)
def test_forms_of_one_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("rate", "rating"), ("page", "pay"), ("status", "state"), ("duration", "during")],
)
def test_other_words_do_not(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("incidents_85_99", ("incident", "85", "99")),
        ("RottenTomatoes_User", ("rotten", "tomato", "user")),
        ("RespondentID", ("respondent", "id")),
        ("2023 votes", ("2023", "vote")),
        ("DAP_sites", ("dap", "site")),
        ("活跃_MAU", ("活跃", "mau")),
    ],
)
def test_names_split_into_parts(name: str, parts: tuple[str, ...]) -> None:
    assert name_parts(name) == parts


def test_synonyms_hold_the_word_itself() -> None:
    assert stem("male") in synonyms(stem("men"))
    assert synonyms("widget") == {"widget"}
