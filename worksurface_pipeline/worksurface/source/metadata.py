"""One metadata.json as a `SourceTask`.

What does not belong: looking at the disk. Files come out absent or with an unsafe path; the
loader finds and hashes them.
"""

from __future__ import annotations

import json

from worksurface_pipeline.kernel.errors import MetadataError
from worksurface_pipeline.kernel.hashing import digest_bytes
from worksurface_pipeline.kernel.text import slug
from worksurface_pipeline.worksurface.schema.source import (
    FileStatus,
    Rubric,
    SourceFile,
    SourceTask,
)
from worksurface_pipeline.worksurface.source.edges import edge_remarks, read_edges
from worksurface_pipeline.worksurface.source.fields import Fields
from worksurface_pipeline.worksurface.source.ids import safe_id
from worksurface_pipeline.worksurface.source.names import (
    ManifestEntry,
    NameIndex,
    clean_entries,
)
from worksurface_pipeline.worksurface.source.paths import unsafe_reason

METADATA_NAME = "metadata.json"


def parse_metadata(raw: bytes, folder: str) -> SourceTask:
    """The source task in the bytes of `<folder>/metadata.json`.

    Raises MetadataError, naming file, field and remedy, for what cannot be understood.
    """
    fields = Fields(_read_object(raw, f"{folder}/{METADATA_NAME}"), f"{folder}/{METADATA_NAME}")
    label, persona = _persona(fields)
    task_id = _task_id(fields, folder)
    outputs = _outputs(fields)
    entries = clean_entries(_manifest(fields), fields.note)
    edges = read_edges(fields.objects("file_dep_graph"), NameIndex(entries, outputs))
    files = tuple(_file(fields, entry, task_id, persona) for entry in entries)
    _note_both(fields, entries, outputs)
    return SourceTask(
        task_id=task_id,
        persona=persona,
        persona_label=label,
        instruction=_optional(fields, "task"),
        difficulty=_optional(fields, "task_diff"),
        output_files=outputs,
        rubrics=_rubrics(fields),
        edges=edges,
        files=files,
        capabilities=tuple(text for text in fields.texts("tested_capabilities") if text),
        metadata_sha256=digest_bytes(raw),
        oddities=(*dict.fromkeys(fields.oddities), *edge_remarks(edges)),
    )


def _read_object(raw: bytes, where: str) -> dict[str, object]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as error:
        problem = str(error) or "nested too deeply"
        remedy = "Write one JSON object in UTF-8, as the layout of a source task asks"
        raise MetadataError(
            f"The file is not JSON: {problem}", where=where, remedy=remedy
        ) from error
    if not isinstance(data, dict):
        remedy = "Write one JSON object with absolute_id, persona, task, data_manifest and so on"
        raise MetadataError("The file holds no JSON object", where=where, remedy=remedy)
    return data


def _persona(fields: Fields) -> tuple[str, str]:
    label = fields.text("persona")
    key = slug(label)
    if not key:
        problem = "holds no letter or digit" if label else "is missing"
        raise fields.fail("persona", problem, "Name the worker role, such as Operations Manager")
    return label, key


def _task_id(fields: Fields, folder: str) -> str:
    if isinstance(fields.values.get("absolute_id"), bool):
        raise fields.fail("absolute_id", "holds true or false", "Write a number or a string")
    number = fields.values.get("absolute_id")
    written = str(number) if type(number) is int else fields.text("absolute_id")
    if not written:
        fields.note("The field 'absolute_id' is missing; the folder's name stands for it.")
    task_id = safe_id(written or folder)
    if not task_id:
        raise fields.fail("absolute_id", "holds no letter or digit", "Write a number or a string")
    if written and task_id != written:
        fields.note(f"The id '{written}' is written '{task_id}'.")
    if task_id != folder:
        fields.note(f"The folder '{folder}' holds the source task '{task_id}'.")
    return task_id


def _optional(fields: Fields, name: str) -> str:
    if not fields.is_given(name):
        fields.note(f"The field '{name}' is missing.")
    return fields.text(name)


def _outputs(fields: Fields) -> tuple[str, ...]:
    written = fields.texts("output_files")
    outputs = tuple(dict.fromkeys(text for text in written if text.strip()))
    if len(outputs) < len(written):
        fields.note("The field 'output_files' holds blank or repeated names; each is kept once.")
    return outputs


def _rubrics(fields: Fields) -> tuple[Rubric, ...]:
    texts = fields.texts("rubrics")
    types = fields.texts("rubric_types")
    if len(texts) != len(types):
        fields.note(f"{len(texts)} rubrics have {len(types)} types; missing types stay empty.")
    padded = (*types, *[""] * len(texts))
    return tuple(
        Rubric(index=index, text=text, type=padded[index]) for index, text in enumerate(texts)
    )


def _manifest(fields: Fields) -> list[ManifestEntry]:
    entries = []
    for row in fields.objects("data_manifest"):
        name, stored = row.exact("filename"), row.exact("stored_relpath")
        if not (name.strip() or stored.strip()):
            remedy = "Give every entry a filename and a stored_relpath"
            raise row.fail(f"{row.prefix}filename", "is missing", remedy)
        entries.append(_entry(row, name, stored))
    return entries


def _entry(row: Fields, name: str, stored: str) -> ManifestEntry:
    if not stored.strip():
        stored = f"data/{name}"
        row.note(f"The file '{name}' has no stored_relpath; '{stored}' stands for it.")
    if not name.strip():
        name = stored.rpartition("/")[2]
        row.note(f"The file at '{stored}' has no filename; its stored name stands for it.")
    return ManifestEntry(name, stored)


def _file(fields: Fields, entry: ManifestEntry, task_id: str, persona: str) -> SourceFile:
    reason = unsafe_reason(entry.stored_relpath)
    if reason:
        fields.note(f"The stored path of '{entry.clean}' is refused: {reason}.")
    return SourceFile(
        task_id=task_id,
        persona=persona,
        filename=entry.clean,
        stored_relpath=entry.stored_relpath,
        path="",
        status=FileStatus.UNSAFE_PATH if reason else FileStatus.ABSENT,
    )


def _note_both(fields: Fields, entries: list[ManifestEntry], outputs: tuple[str, ...]) -> None:
    for name in sorted({entry.clean for entry in entries} & set(outputs)):
        fields.note(f"'{name}' is listed as input and as output; edges mean the input.")
