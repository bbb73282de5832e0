"""Licences and citation of a release."""

from __future__ import annotations

import json
from collections.abc import Iterator

from worksurface_pipeline.worksurface.release.hub.model import UNKNOWN, Facts

_UNNAMED = "authors not stated"


def licences_text(facts: Facts) -> str:
    """Which licence covers what; an unknown one is said to be unknown."""
    licences, lock = facts.publication.licences, facts.publication.lock
    source = f" (`{lock.repo}`)" if lock else ""
    lines = [
        "# Licences",
        "",
        "| What | Where | Licence |",
        "|---|---|---|",
        "| Questions, gold, proofs, scores | `gold/`, `runs/`, `package/tasks.jsonl` |"
        f" {licences.data} |",
        f"| Documents, tables and graphs, made from the source's files{source} |"
        f" `package/resources/` | {licences.source} |",
    ]
    if licences.unknown:
        lines += [
            "",
            f"**{UNKNOWN}** means that nobody has stated a licence. Nothing is granted by that:"
            " ask the owners before you use or pass on what it covers.",
        ]
    return "\n".join(lines) + "\n"


def citation(facts: Facts) -> str:
    """The citation in the Citation File Format 1.2.0."""
    return "\n".join(_citation(facts)) + "\n"


def cite_as(facts: Facts) -> str:
    """The citation in one line."""
    authors = ", ".join(facts.publication.authors) or _UNNAMED
    where = f" {facts.publication.url}" if facts.publication.url else ""
    return f"{authors}: {facts.benchmark}, version {facts.version}.{where}"


def _citation(facts: Facts) -> Iterator[str]:
    yield "cff-version: 1.2.0"
    yield 'message: "If you use this dataset, please cite it as below."'
    yield "type: dataset"
    yield f"title: {_quoted(facts.benchmark)}"
    yield f"version: {_quoted(facts.version)}"
    yield "authors:"
    for name in facts.publication.authors or (_UNNAMED,):
        yield f"- name: {_quoted(name)}"
    if facts.publication.licences.data != UNKNOWN:
        yield f"license: {facts.publication.licences.data}"
    if facts.publication.url:
        yield f"url: {_quoted(facts.publication.url)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
