"""kb_search: the passage that matched, what is shown of it, and what the condition says of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tests.unit.tools.builders import PERSONA, document
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.retrieval import word_vectors
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.settings import Condition, Interface
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    Surfaces,
    TableSet,
)
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.specs import ToolSettings
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

FILLER = "Nothing of interest is said in this sentence at all. " * 12
HANDBOOK = document(
    "1",
    "handbook_2024.docx",
    f"# Handbook\n\n{FILLER}\n\n## Leave\n\n{FILLER}\n\nAt most 15 days are carried over.\n",
)
REPORT = document(
    "1", "bericht.txt", f"{FILLER}\n\n第三季度销售额为4,711万元，同比增长。\n\n{FILLER}"
)
LONG_LINE = document("1", "log.txt", "x" * 900 + " carrier Nordwind was late " + "y" * 900)


def search(
    query: str,
    *documents: Document,
    folder: Path = Path("unused"),
    interface: Interface = Interface.OPEN,
    **settings: Any,
) -> list[Mapping[str, Any]]:
    bundle = build_bundle(PERSONA, DocumentSet(documents=documents), TableSet(), GraphSet())
    surfaces = Surfaces(
        persona=PERSONA,
        documents=DocumentSet(documents=documents),
        tables=TableSet(),
        graph=GraphSet(),
        passages=bundle.passages,
    )
    box = ScopeToolbox(scope_for(surfaces, None, interface), folder, ToolSettings(**settings))
    seen = box.call("kb_search", {"query": query})
    assert not seen.is_error, seen.text
    results: list[Mapping[str, Any]] = json.loads(seen.text)["results"]
    return results


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        pytest.param("days carried over", "15 days are carried over", id="words"),
        pytest.param("第三季度销售额", "4,711万元", id="Chinese"),
        pytest.param("4711", "4,711万元", id="a number without its comma"),
        pytest.param("leave", "## Leave", id="a heading"),
    ],
)
def test_the_passage_that_matches_is_shown_not_the_start_of_the_file(
    query: str, shown: str
) -> None:
    first = search(query, HANDBOOK, REPORT, LONG_LINE)[0]
    assert shown in first["text"]
    assert first["start"] > 0


def test_a_cut_passage_is_shown_around_its_match() -> None:
    [result] = search("carrier Nordwind", LONG_LINE, characters=500)
    assert "carrier Nordwind was late" in result["text"]
    assert LONG_LINE.text[result["start"] : result["end"]] == result["text"]
    assert 0 < result["start"] < result["end"] < len(LONG_LINE.text)


def test_a_file_name_finds_its_document_only_where_it_is_shown() -> None:
    name = "handbook_2024.docx"
    shown = search(name, HANDBOOK, REPORT, k=9)
    assert {item["file"] for item in shown} == {name}
    assert search("bericht", HANDBOOK, REPORT, interface=Interface.SEALED) == []
    by_content = search("handbook", HANDBOOK, REPORT, interface=Interface.SEALED)
    assert by_content
    assert "2024" not in json.dumps(by_content)
    assert all("file" not in item for item in by_content)


def test_nothing_in_scope_finds_nothing() -> None:
    assert search("anything") == []


def test_the_condition_names_the_vectors_and_its_digest_changes_only_then() -> None:
    plain = Condition()
    assert digest_json(plain) == digest_json(Condition(embedding="", rank_constant=10))
    assert {"embedding", "rank_constant"}.isdisjoint(plain.model_dump(mode="json"))
    fused = Condition(embedding="wordllama-256")
    assert digest_json(fused) != digest_json(plain)
    assert digest_json(fused) != digest_json(Condition(embedding="wordllama-256", rank_constant=10))
    assert Condition.model_validate(fused.model_dump(mode="json")) == fused
    with pytest.raises(ValidationError):
        Condition(embedding="other")


def test_vectors_that_are_not_installed_are_an_error_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(word_vectors, "_PACKAGE", "no-such-package-is-installed")
    word_vectors.load_vectors.cache_clear()
    with pytest.raises(SettingsError, match="not installed"):
        search("leave", HANDBOOK, embedding=word_vectors.NAME)
    word_vectors.load_vectors.cache_clear()
