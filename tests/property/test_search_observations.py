"""Whatever the passages hold, a search observation is bounded JSON and shows what it says."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.retrieval.tokens import name_tokens, query_tokens, search_tokens
from worksurface_pipeline.worksurface.schema.surfaces import Document, Passage
from worksurface_pipeline.worksurface.tools.scope import ScopeData
from worksurface_pipeline.worksurface.tools.specs import ToolSettings
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

TEXTS = st.text(st.characters(codec="utf-8"), max_size=900)


def scope_of(texts: list[str]) -> ScopeData:
    documents, passages = [], []
    for number, text in enumerate(texts):
        whole = f"word {text}"
        name = f"t1__d{number}.md"
        documents.append(
            Document(
                id=name,
                task_id="1",
                persona="p",
                filename=f"d{number}.txt",
                kind="text",
                text=whole,
                digest=digest_text(whole),
            )
        )
        passages.append(
            Passage(
                id=name, document_id=name, start=0, end=len(whole), text=whole, heading=text[:9]
            )
        )
    return ScopeData(documents=tuple(documents), passages=tuple(passages))


@settings(max_examples=40, deadline=None)
@given(texts=st.lists(TEXTS, min_size=1, max_size=5), room=st.integers(500, 1500))
def test_observation_is_bounded_and_honest(texts: list[str], room: int) -> None:
    scope = scope_of(texts)
    box = ScopeToolbox(scope, Path("unused"), ToolSettings(characters=room))
    seen = box.call("kb_search", {"query": "word", "k": 5})
    told = json.loads(seen.text)
    full = {item.id: item.text for item in scope.documents}
    assert len(seen.text) <= room
    assert told["count"] == len(texts)
    assert [(item["document"], item["start"], item["end"]) for item in told["results"]] == [
        (shown.id, shown.start, shown.end) for shown in seen.shown
    ]
    for item in told["results"]:
        assert full[item["document"]][item["start"] : item["end"]] == item["text"]
    whole = [item["text"] for item in told["results"]] == [
        full[item["document"]] for item in told["results"]
    ]
    assert told["truncated"] == (not whole or len(told["results"]) < len(texts))


@given(text=TEXTS)
def test_every_text_has_tokens_that_find_it(text: str) -> None:
    indexed = set(search_tokens(text))
    assert set(query_tokens(text)) <= indexed
    assert indexed <= set(name_tokens(text))
    assert all(token == token.strip() != "" for token in indexed)
