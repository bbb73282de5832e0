"""Croissant metadata, croissant.json: files with digests, and record sets with typed fields.

Version 1.0 of the format, as `mlcroissant` writes it. Addresses are relative: the metadata are
right wherever the folder lies.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from worksurface_pipeline.worksurface.exchange.columns import Kind, Layout
from worksurface_pipeline.worksurface.exchange.layouts import LAYOUTS
from worksurface_pipeline.worksurface.release.hub.model import (
    PUBLIC_PATH,
    RUNS_FOLDER,
    TABLE_PATH,
    UNKNOWN,
    Facts,
)
from worksurface_pipeline.worksurface.release.hub.papers import cite_as
from worksurface_pipeline.worksurface.release.hub.tasks_table import PUBLIC_TABLE, TASKS_TABLE

_TYPES: Mapping[Kind, str] = {
    "text": "sc:Text",
    "name": "sc:Text",
    "integer": "sc:Integer",
    "number": "sc:Float",
    "flag": "sc:Boolean",
}
_PREFIXED = (
    "citeAs column extract field fileProperty fileObject fileSet format includes isLiveDataset"
    " jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate"
    " separator source subField transform equivalentProperty"
)
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "sc": "https://schema.org/",
    **{name: f"cr:{name}" for name in _PREFIXED.split()},
}
"""The context that the specification prescribes."""


def croissant(facts: Facts) -> str:
    """The metadata as JSON-LD."""
    licence = facts.publication.licences.data
    digests = {item.path: item.sha256 for item in facts.files}
    sets = [one for one in _record_sets() if one[1] in digests]
    value = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": facts.benchmark,
        "description": (
            f"{len(facts.tasks)} questions over documents, tables and a graph of files, each with"
            " a gold answer and its proof."
        ),
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "citeAs": cite_as(facts),
        "license": licence if licence == UNKNOWN else f"https://spdx.org/licenses/{licence}",
        "url": facts.publication.url or "./",
        "version": facts.version,
        "distribution": [_file(path, digests[path]) for _, path, _ in sets],
        "recordSet": [_record_set(name, path, fields) for name, path, fields in sets],
    }
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


_Field = tuple[str, str, str]


def _record_sets() -> Iterator[tuple[str, str, list[_Field]]]:
    """Name, file and fields of every record set that a release may have."""
    yield "tasks", TABLE_PATH, _fields(TASKS_TABLE)
    yield "public", PUBLIC_PATH, _fields(PUBLIC_TABLE)
    for layout in LAYOUTS:
        yield layout.name, f"{RUNS_FOLDER}/{layout.name}.parquet", _fields(layout)


def _fields(layout: Layout) -> list[_Field]:
    return [(one.name, _TYPES[one.kind], one.meaning) for one in layout.columns]


def _file(path: str, sha256: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "encodingFormat": "application/x-parquet",
        "sha256": sha256,
    }


def _record_set(name: str, path: str, fields: list[_Field]) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{field}",
                "name": field,
                "description": meaning,
                "dataType": kind,
                "source": {"fileObject": {"@id": path}, "extract": {"column": field}},
            }
            for field, kind, meaning in fields
        ],
    }
