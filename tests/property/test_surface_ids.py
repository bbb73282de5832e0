from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.worksurface.surfaces.ids import (
    IdRequest,
    document_ids,
    fold,
    picture_ids,
    view_ids,
)

# Few letters, so that collisions are the rule: case, Unicode forms, separators, digits, CJK.
LETTERS = st.sampled_from(["a", "A", "é", "e", "\u0301", "ß", "_", "-", " ", "2", "库", "Ａ", "."])
PARTS = st.text(LETTERS, min_size=1, max_size=4)
NAMES = st.builds(lambda stem, ending: stem + ending, PARTS, st.sampled_from([".md", ".txt", ""]))
FILES = st.lists(st.tuples(st.sampled_from("78"), NAMES, PARTS), max_size=12, unique=True)
SHEETS = st.lists(
    st.tuples(st.one_of(st.just(""), PARTS), st.integers(0, 2)), min_size=1, max_size=4
)


@st.composite
def requests(draw: st.DrawFn) -> list[IdRequest]:
    return [
        IdRequest(task, name, f"data/{stored}/{name}", sheet, block)
        for task, name, stored in draw(FILES)
        for sheet, block in draw(SHEETS)
    ]


@given(requests())
def test_no_two_artifacts_share_an_id(asked: list[IdRequest]) -> None:
    for make in (document_ids, view_ids, picture_ids):
        made = make(asked)
        assert len(made) == len(asked)
        assert len({fold(name) for name in made}) == len(asked)
        assert len({unicodedata.normalize("NFD", name).lower() for name in made}) == len(asked)


@given(requests())
def test_views_are_plain_sql_names(asked: list[IdRequest]) -> None:
    for name in view_ids(asked):
        assert name == unicodedata.normalize("NFKC", name).lower()
        assert name.replace("_", "a").isalnum()
        assert not name[0].isdigit()


@given(requests())
def test_an_id_does_not_depend_on_the_other_tasks(asked: list[IdRequest]) -> None:
    own = [request for request in asked if request.task_id == "7"]
    for make in (document_ids, view_ids):
        together = [
            name for name, request in zip(make(asked), asked, strict=True) if request.task_id == "7"
        ]
        assert list(make(own)) == together
