"""Tasks with their gold as records of the public format, and back without any loss.

The public format nests a set's node and relation in `graph_query`; all that ours adds (family,
unit, digits, places and digests of proofs) stands beside its fields. Records of our first format,
in which sets were flat, are read as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
)

Json = dict[str, Any]
_QUERY = "graph_query"
_IN_QUERY = ("node", "relation", "direction", "suffix")
_LARGEST = 10**39  # DuckDB's largest whole number has 39 digits
_EVIDENCE: TypeAdapter[Evidence] = TypeAdapter(Evidence)


def gold_lines(tasks: Iterable[AtomicTask]) -> bytes:
    """Tasks as JSONL of the public format, UTF-8, LF."""
    return b"".join(_line(task) for task in tasks)


def gold_task(value: Mapping[str, Any]) -> AtomicTask:
    """A task of ours from its record. Raises ValidationError, or ValueError for a proof."""
    evidence = value.get("gold_evidence")
    items = [_flat(item) for item in evidence] if isinstance(evidence, list) else evidence
    task = AtomicTask.model_validate({**value, "gold_evidence": items})
    for item in task.gold_evidence:
        _require_path(item)
    return task


def is_ours(value: object) -> bool:
    """Whether a record names a family of ours, so that it is read as one."""
    family = value.get("derivation") if isinstance(value, dict) else None
    return isinstance(family, str) and family in set(Derivation) - {Derivation.FOREIGN}


def own_evidence(value: object) -> Evidence | None:
    """A proof with all that ours say, None where it is of another form."""
    try:
        item = _EVIDENCE.validate_python(_flat(value))
        _require_path(item)
    except ValueError:  # pydantic's own is one
        return None
    return item if item.model_fields_set == set(type(item).model_fields) else None


def parse_line(line: bytes) -> object:
    """The JSON of a line. Raises ValueError, also for NaN, endless numbers and deep nesting."""
    value = from_json(line, allow_inf_nan=False)
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, int) and abs(one) >= _LARGEST:
            raise ValueError("a number has more digits than any table can hold")
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return value


def first_fault(error: ValueError) -> str:
    """What is wrong with a record, in one line: the field and the complaint."""
    if not isinstance(error, ValidationError):
        return str(error).splitlines()[0]
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]


def _line(task: AtomicTask) -> bytes:
    value = task.model_dump(mode="json")
    pairs = zip(value["gold_evidence"], task.gold_evidence, strict=True)
    value["gold_evidence"] = [_nested(record, item) for record, item in pairs]
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "surrogatepass") + b"\n"


def _nested(record: Json, item: Evidence) -> Json:
    if not isinstance(item, GraphSetEvidence):
        return record
    query = {name: record.pop(name) for name in _IN_QUERY}
    return {"surface": record.pop("surface"), _QUERY: query, **record}


def _flat(value: object) -> object:
    query = value.get(_QUERY) if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(query, dict):
        return value
    return {**{name: one for name, one in value.items() if name != _QUERY}, **query}


def _require_path(item: Evidence) -> None:
    if isinstance(item, GraphPathEvidence) and not item.graph_path:
        raise ValueError("gold_evidence: a path without a node")
