"""table_list, table_describe, table_query: the views of a scope, over locked SQL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from worksurface_pipeline.harness.agent.protocol import Observation, Shown
from worksurface_pipeline.kernel.errors import QueryError
from worksurface_pipeline.kernel.hashing import digest_json, short
from worksurface_pipeline.kernel.sql import (
    QueryResult,
    Scalar,
    SessionPool,
    SqlLimits,
    build_database,
)
from worksurface_pipeline.worksurface.tools.arguments import Arguments
from worksurface_pipeline.worksurface.tools.describe import describe_view
from worksurface_pipeline.worksurface.tools.entities import NameIndex
from worksurface_pipeline.worksurface.tools.names import Names
from worksurface_pipeline.worksurface.tools.observations import (
    Item,
    clip,
    compact,
    failure,
    fitting,
    fitting_with_rest,
    observation,
)
from worksurface_pipeline.worksurface.tools.scope import ScopeData
from worksurface_pipeline.worksurface.tools.specs import ToolSettings
from worksurface_pipeline.worksurface.tools.views import ServedFrames

_SUGGESTIONS = 5
_TAIL = 60
# Views whose description is kept: of six thousand characters each, three megabytes at most.
_KEPT_DESCRIPTIONS = 512


class TableTools:
    """The table tools of a scope. `folder` keeps its database, made by the first query."""

    def __init__(
        self,
        scope: ScopeData,
        names: Names,
        folder: Path,
        settings: ToolSettings,
        limits: SqlLimits,
    ) -> None:
        self._scope = scope
        self._names = names
        self._folder = folder
        self._settings = settings
        self._limits = limits
        self._records = {record.id: record for record in scope.views}
        self._pool: SessionPool | None = None
        self._lock = threading.Lock()
        self._cells_lock = threading.Lock()
        self._described = lru_cache(_KEPT_DESCRIPTIONS)(self._describe)

    def table_list(self, arguments: Arguments) -> Observation:
        """All views by id; where details do not fit, the id alone."""
        return self._listing

    @cached_property
    def _listing(self) -> Observation:
        ids = self._names.views
        room = self._settings.list_characters - _TAIL
        bare = [Item(compact(shown), (self._listed(shown),)) for shown in ids]
        detailed = [Item(compact(self._entry(shown)), (self._listed(shown),)) for shown in ids]
        views, more = fitting_with_rest(detailed, bare, room)
        fields = {
            "views": views.text,
            "more": more.text,
            "count": compact(len(ids)),
            "truncated": compact(views.is_cut),
        }
        return observation(fields, (*views.shown, *more.shown))

    def table_describe(self, arguments: Arguments) -> Observation:
        """Columns, row count, and the cells around one view."""
        real = self._names.real_view(arguments.view)
        if real is None:
            return failure(
                f"There is no view {clip(arguments.view, 80)!r}.",
                suggestions=self._near.search(arguments.view, _SUGGESTIONS),
            )
        return self._described(real)

    def _describe(self, real: str) -> Observation:
        with self._cells_lock:
            return describe_view(self._records[real], self._scope, self._names, self._settings)

    @cached_property
    def _near(self) -> NameIndex:
        return NameIndex((shown, shown) for shown in self._names.views)

    def table_query(self, arguments: Arguments) -> Observation:
        """Run one SELECT; what is refused or too long is told, never raised."""
        try:
            result = self._sessions().query(arguments.sql)
        except QueryError as error:
            return failure(str(error))
        return self._rows(result)

    def close(self) -> None:
        """End the SQL processes."""
        with self._lock:
            pool = self._pool
        if pool is not None:
            pool.close()

    def _listed(self, shown: str) -> Shown:
        return Shown(kind="view_listed", id=self._names.real_view(shown) or shown)

    def _entry(self, shown: str) -> dict[str, str | int | list[str]]:
        record = self._records[self._names.real_view(shown) or shown]
        if self._names.is_sealed:
            columns = [column.name for column in record.columns]
            return {"view": shown, "rows": record.row_count, "columns": columns}
        place = {"source_file": record.filename, "sheet": record.sheet}
        return {"view": shown, **place, "rows": record.row_count}

    def _rows(self, result: QueryResult) -> Observation:
        names, cut = _head(result.columns, self._settings.characters // 2)
        tail = {
            "views": compact(list(result.views_read)),
            "count": compact(len(result.rows)),
        }
        used = len(names) + sum(len(text) for text in tail.values())
        cell = _clipper(self._settings.cell_characters)
        rows = [Item(compact([cell(value) for value in row[:cut]])) for row in result.rows]
        listing = fitting(rows, self._settings.characters - used - _TAIL)
        is_clipped = any(cell(value) != value for row in result.rows for value in row)
        is_cut = result.is_truncated or listing.is_cut or is_clipped or cut < len(result.columns)
        fields = {"columns": names, "rows": listing.text, **tail, "truncated": compact(is_cut)}
        return observation(fields, self._read(result))

    def _read(self, result: QueryResult) -> Iterator[Shown]:
        for shown in result.views_read:
            yield Shown(kind="view_read", id=self._names.real_view(shown) or shown)

    def _sessions(self) -> SessionPool:
        with self._lock:
            if self._pool is None:
                self._pool = SessionPool(self._database(), self._limits, self._settings.sessions)
            return self._pool

    def _database(self) -> Path:
        """The scope's database; scopes with equal views under one interface share it."""
        interface = self._scope.interface
        served = [
            [self._names.view(view.id), view.digest, view.filename, view.sheet]
            for view in sorted(self._scope.views, key=lambda view: view.id)
        ]
        path = self._folder / f"views_{short(digest_json([interface, served]), 16)}.duckdb"
        if not path.exists():
            with self._cells_lock:
                build_database(path, ServedFrames(self._scope, self._names))
        return path


def _head(columns: Sequence[str], room: int) -> tuple[str, int]:
    """Column names as JSON, and how many of them fit."""
    listing = fitting([Item(compact(name)) for name in columns], room)
    return listing.text, len(listing.items)


def _clipper(most: int) -> Callable[[Scalar], Scalar]:
    return lambda value: clip(value, most) if isinstance(value, str) else value
