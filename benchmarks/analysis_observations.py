"""The analysis suite's observations, in the form and about the length of the real tools'.

Measured on a persona's scope of everyday workspaces: a search shows three passages in 2,000
characters, a listing ten views in 1,200, a description 1,600, a result 120, a search of the graph
ten nodes in 900, and the neighbours of a node nine edges in 1,500.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generators.synthetic_workspace.pen import Pen
from worksurface_pipeline.harness.agent.protocol import Observation, Shown
from worksurface_pipeline.worksurface.schema.tasks import (
    Evidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tools.observations import compact, observation

_PASSAGES = 3
_PASSAGE = 450  # characters
_VIEWS = 9
_COLUMNS = 10
_NODES, _EDGES = 10, 8
_STOCK = 300  # texts that observations are put together from
_CHINESE = 6  # one passage in so many


@dataclass(frozen=True, slots=True)
class Texts:
    """A stock of passages, some of them Chinese, and of names."""

    passages: tuple[str, ...]
    names: tuple[str, ...]


def make_texts(seed: int) -> Texts:
    """The stock of one sweep."""
    english, chinese = Pen(f"{seed} english"), Pen(f"{seed} chinese", is_chinese=True)
    passages = tuple(
        (english if number % _CHINESE else chinese).paragraph(_PASSAGE) for number in range(_STOCK)
    )
    return Texts(passages, tuple(english.words(3).replace(" ", "_") for _ in range(_STOCK)))


def search(draw: random.Random, items: Sequence[Evidence], texts: Texts) -> Observation:
    """Three passages; the second is that of the evidence, where there is any."""
    hits = []
    for number in range(_PASSAGES):
        text = draw.choice(texts.passages)
        start = draw.randint(0, 40_000)
        file = f"other/{draw.choice(texts.names)}.docx"
        if number == 1 and items and isinstance(items[0], RagEvidence):
            file, start = items[0].file, max(0, items[0].start - 100)
        end = start + len(text)
        place = {"heading": draw.choice(texts.names), "start": start, "end": end, "text": text}
        hit = compact({"document": file, "file": file, **place})
        hits.append((hit, Shown(kind="document", id=file, start=start, end=end)))
    fields = {"results": _list(hits), "count": str(_PASSAGES), "truncated": "false"}
    return observation(fields, [shown for _, shown in hits])


def views(draw: random.Random, view: str, texts: Texts) -> Observation:
    """The views of a scope, `view` first."""
    names = [view, *(f"t0__{name}" for name in draw.sample(texts.names, _VIEWS))]
    entries = [
        (
            compact({"view": name, "source_file": f"{name}.xlsx", "sheet": "", "rows": len(name)}),
            Shown(kind="view_listed", id=name),
        )
        for name in names
    ]
    fields = {"views": _list(entries), "more": "[]", "count": str(len(names)), "truncated": "false"}
    return observation(fields, [shown for _, shown in entries])


def description(draw: random.Random, view: str, texts: Texts) -> Observation:
    """The columns of a view."""
    columns = [
        {
            "name": draw.choice(texts.names),
            "type": draw.choice(("text", "integer", "date")),
            "unit": "",
            "samples": draw.sample(texts.names, 3),
        }
        for _ in range(_COLUMNS)
    ]
    fields = {"view": compact(view), "columns": compact(columns), "notes": "[]", "more": "[]"}
    return observation(fields, [Shown(kind="view_described", id=view)])


def rows(draw: random.Random, view: str, items: Sequence[Evidence]) -> Observation:
    """The result that the evidence holds, else another figure."""
    found = [
        list(row)
        for item in items
        if isinstance(item, TableEvidence)
        for row in item.verified_result
    ] or [[draw.random()]]
    fields = {"columns": '["sum(amount)"]', "rows": compact(found), "views": compact([view])}
    shown = [Shown(kind="view_read", id=view)]
    return observation({**fields, "count": "1", "truncated": "false"}, shown)


def nodes(draw: random.Random, texts: Texts) -> Observation:
    """What a search of the graph finds, none of it evidence."""
    ids = [f"file:0/{name}" for name in draw.sample(texts.names, _NODES)]
    return _nodes("nodes", ids, {"kind": "file", "label": "input of a task"})


def edges(draw: random.Random, texts: Texts, items: Sequence[Evidence]) -> Observation:
    """The neighbours of a node: those of the evidence, and others."""
    known = [item.verified_complete_set for item in items if isinstance(item, GraphSetEvidence)]
    others = (f"file:0/{name}" for name in draw.sample(texts.names, _EDGES))
    edge = {"relation": "requires", "direction": "out", "reason": "named among the task's inputs"}
    ids = [*(known[0] if known else ()), *others]
    return _nodes("edges", ids, {"kind": "file", "label": "input of a task", **edge})


def _nodes(name: str, ids: Sequence[str], said: Mapping[str, str]) -> Observation:
    entries = [(compact({"node": one, **said}), Shown(kind="node", id=one)) for one in ids]
    fields = {name: _list(entries), "count": str(len(ids)), "truncated": "false"}
    return observation(fields, [shown for _, shown in entries])


def _list(entries: Sequence[tuple[str, Shown]]) -> str:
    return "[" + ",".join(text for text, _ in entries) + "]"
