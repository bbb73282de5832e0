"""The naive side of the sweeps suite: a loop that opens the workspace for each task.

Model, gateway, prompts, loop and tools are those of the sweep. What differs is what a first script
does: for each task it loads the stored surfaces of its persona, builds a search index and the SQL
views in this process, runs the loop, and adds a line to a file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.sweeps_sides import CELL, MODEL, Spent, run_one_task, scripted_gateway
from benchmarks.sweeps_world import World
from worksurface_pipeline.harness.agent.protocol import Observation, Shown, ToolSpec
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.worksurface.sweep import SweepItem
from worksurface_pipeline.worksurface.tools.scope import ScopeData, scope_for
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox
from worksurface_pipeline.worksurface.tools.views import served_frame


def naive(world: World, items: tuple[SweepItem, ...], folder: Path) -> None:
    """Run the items one after the other, opening the workspace for each."""
    client = scripted_gateway(world, Spent())
    with (folder / "records.jsonl").open("a", encoding="utf-8") as stream:
        for number, item in enumerate(items):
            public = item.public
            scope = scope_for(world.parts.of(public.persona))
            key = RunKey(
                fingerprint=f"{number:064x}",
                task_id=public.id,
                persona=public.persona,
                model=MODEL.id,
                setting=CELL.setting,
            )
            with closing(NaiveToolbox(scope, folder / str(number))) as box:
                record = run_one_task(world, key, item, box, client)
            stream.write(record.model_dump_json() + "\n")


@dataclass(slots=True)
class NaiveToolbox:
    """The tools of a scope, with SQL on a plain connection of this process."""

    scope: ScopeData
    folder: Path
    whole: ScopeToolbox = field(init=False)
    connection: duckdb.DuckDBPyConnection | None = None

    def __post_init__(self) -> None:
        self.whole = ScopeToolbox(self.scope, self.folder)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All tools."""
        return self.whole.specs

    def call(self, name: str, args: Mapping[str, Any]) -> Observation:
        """Run one tool; SQL runs here, on views registered with the first query."""
        if name != "table_query":
            return self.whole.call(name, args)
        connection = self.connection or self._connected()
        result = connection.execute(str(args["sql"]))
        names = [str(column[0]) for column in result.description or ()]
        body = {"columns": names, "rows": result.fetchmany(50)}
        shown = Shown(kind="view_read", id=str(args["sql"]).split('"')[1])
        return Observation(text=json.dumps(body, default=str), shown=(shown,))

    def close(self) -> None:
        """End the connection."""
        self.whole.close()
        if self.connection is not None:
            self.connection.close()

    def _connected(self) -> duckdb.DuckDBPyConnection:
        self.connection = duckdb.connect()
        for view in self.scope.views:
            frame = served_frame(view, self.scope.cells[view.id])
            self.connection.register(view.id, frame.to_arrow())
        return self.connection
