"""Re-executing proofs from stored surfaces, by a path of its own.

SQL goes through the locked session, spans are re-read at their offsets, sets re-enumerated from
the edges, absences searched again. Nothing that derivation computed is reused.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from worksurface_pipeline.kernel.errors import QueryError
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.kernel.sql import SqlLimits, SqlSession, build_database, open_session
from worksurface_pipeline.kernel.text import find_token
from worksurface_pipeline.readers.measures import table_digest
from worksurface_pipeline.worksurface.schema.surfaces import Document, TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    Scalar,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.replay_graph import path_problems, set_problems
from worksurface_pipeline.worksurface.tasks.scope import ScopeIndex, scope_digest

# Sums of floats may differ in the last places between two plans of the same query.
_RELATIVE = 1e-9


@dataclass(slots=True)
class Replayer:
    """The stored surfaces of one persona, open for replay."""

    surfaces: Surfaces
    session: SqlSession
    documents: dict[str, Document]
    views: dict[str, TableRecord]
    scope: ScopeIndex
    scope_digest: str
    _digests: dict[str, str] = field(default_factory=dict)

    def stored_digest(self, view: str) -> str:
        """Digest of the cells that are stored now, whatever the record says."""
        if view not in self._digests:
            record, data = self.views[view], self.surfaces.tables.data[view]
            self._digests[view] = table_digest(
                record.columns, data.frame, data.texts, data.row_numbers
            )
        return self._digests[view]


@contextmanager
def open_replayer(surfaces: Surfaces, limits: SqlLimits | None = None) -> Iterator[Replayer]:
    """A replayer with the views in a database of its own, removed at the end."""
    views = {record.id: record for record in surfaces.tables.views}
    frames = {name: surfaces.tables.data[name].frame for name in views}
    with tempfile.TemporaryDirectory(prefix="worksurface-verify-") as folder:
        path = Path(folder) / "views.duckdb"
        build_database(path, frames)
        session = open_session(path, limits)
        try:
            yield Replayer(
                surfaces=surfaces,
                session=session,
                documents={item.id: item for item in surfaces.documents.documents},
                views=views,
                scope=ScopeIndex(surfaces),
                scope_digest=scope_digest(surfaces),
            )
        finally:
            session.close()


def evidence_problems(item: Evidence, replayer: Replayer) -> Iterator[str]:
    """What of one evidence item cannot be replayed; nothing when it stands."""
    if isinstance(item, TableEvidence):
        yield from _table_problems(item, replayer)
    elif isinstance(item, RagEvidence):
        yield from _span_problems(item, replayer)
    elif isinstance(item, GraphSetEvidence):
        yield from set_problems(item, replayer.surfaces.graph)
    elif isinstance(item, GraphPathEvidence):
        yield from path_problems(item, replayer.surfaces.graph)
    else:
        yield from _absence_problems(item, replayer)


def _table_problems(item: TableEvidence, replayer: Replayer) -> Iterator[str]:
    record = replayer.views.get(item.table)
    if record is None:
        yield f"the view {item.table} does not exist"
        return
    if replayer.stored_digest(item.table) != item.table_digest:
        yield f"the stored table {item.table} ({record.filename}) is not the one the proof read"
    try:
        result = replayer.session.query(item.query)
    except QueryError as error:
        yield f"the query on {item.table} fails: {error}"
        return
    if result.is_truncated or not is_same_rows(result.rows, item.verified_result):
        shown = result.rows[:1]
        yield f"the query on {item.table} gives {shown} instead of {item.verified_result[:1]}"
    if result.views_read != (item.table,):
        yield f"the query reads {', '.join(result.views_read)} instead of {item.table} alone"


def is_same_rows(rows: Sequence[Sequence[Scalar]], others: Sequence[Sequence[Scalar]]) -> bool:
    """Whether two results are equal, but for the last places of floats."""
    return len(rows) == len(others) and all(
        len(row) == len(other) and all(map(_same_value, row, other))
        for row, other in zip(rows, others, strict=True)
    )


def _same_value(value: Scalar, other: Scalar) -> bool:
    if isinstance(value, float) or isinstance(other, float):
        if not (isinstance(value, (int, float)) and isinstance(other, (int, float))):
            return False
        return math.isclose(value, other, rel_tol=_RELATIVE)
    return type(value) is type(other) and value == other


def _span_problems(item: RagEvidence, replayer: Replayer) -> Iterator[str]:
    document = replayer.documents.get(item.file)
    if document is None:
        yield f"the document {item.file} does not exist"
        return
    if digest_text(document.text) != item.text_digest:
        yield f"the stored document {item.file} is not the one the proof read"
    if document.text[item.start : item.end] != item.span:
        yield f"{item.file} does not hold the span {item.span!r} at {item.start}"
        return
    if item.start not in set(find_token(document.text, item.span)):
        yield f"the span {item.span!r} stands inside a longer word or number of {item.file}"
    places = sum(
        1
        for other in replayer.documents.values()
        if item.span in other.text
        for _ in find_token(other.text, item.span)
    )
    if places > 1:
        yield f"the span {item.span!r} stands {places} times in the scope"


def _absence_problems(item: AbsenceEvidence, replayer: Replayer) -> Iterator[str]:
    if item.scope_digest != replayer.scope_digest:
        yield "the scope is not the one that was searched"
    for term in item.terms:
        if not replayer.scope.lacks_all(term):
            yield f"words of {term!r} stand in the scope"
