"""Reading the runs of a release of ours again: the exported tables back as trajectories."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl
import polars.exceptions
from pydantic import ValidationError

from worksurface_pipeline.harness.agent.protocol import Shown
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.harness.trajectory import ToolCall, Trajectory, Turn
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.records import uncollected
from worksurface_pipeline.worksurface.exchange.layouts import SCORES, TRAJECTORIES, TURNS
from worksurface_pipeline.worksurface.scoring.sets import CellKey

_RUN = (
    *("fingerprint", "task_id", "persona", "model", "setting", "epoch", "outcome"),
    *("stop_reason", "answer", "is_forced_answer", "error", "origin"),
)
"""The fields of a run that its row holds as they are."""
_TURN = ("kind", "reply", "problem", "model_returned", "finish_reason", "attempts")
_CALL = ("tool", "surface", "args", "observation", "is_error")
_Rows = Mapping[tuple[str, int], list[Turn]]


def has_own_runs(folder: Path) -> bool:
    """Whether a folder holds runs as exported tables."""
    return all(_path(folder, name).is_file() for name in (TRAJECTORIES.name, TURNS.name))


def own_cells(folder: Path) -> tuple[CellKey, ...]:
    """The cells of the tables, sorted. Raises PackageError for tables of another form."""
    with _readable(folder):
        frame = pl.scan_parquet(_path(folder, TRAJECTORIES.name)).select("model", "setting")
        rows = frame.cast(pl.String).unique().collect().rows()
    return tuple(CellKey(model=model, setting=setting) for model, setting in sorted(rows))


def own_profile(folder: Path) -> str:
    """The profile that the scores beside the runs were made under, "" where they do not say one."""
    path = _path(folder, SCORES.name)
    if not path.is_file():
        return ""
    with _readable(folder):
        names = pl.scan_parquet(path).select(pl.col("profile").cast(pl.String)).unique().collect()
    return str(names.item()) if names.height == 1 else ""


def read_own_runs(folder: Path, key: CellKey) -> tuple[Trajectory, ...]:
    """The runs of one cell, by task and epoch. Raises PackageError for tables of another form."""
    with _readable(folder), uncollected():
        turns: dict[tuple[str, int], list[Turn]] = {}
        for row in _of_cell(_path(folder, TURNS.name), key):
            turns.setdefault((row["task_id"], row["epoch"]), []).append(_turn(row))
        return tuple(
            _trajectory(row, turns) for row in _of_cell(_path(folder, TRAJECTORIES.name), key)
        )


def _of_cell(path: Path, key: CellKey) -> Iterator[dict[str, Any]]:
    frame = pl.scan_parquet(path).with_columns(pl.col(pl.Categorical).cast(pl.String))
    own = frame.filter(pl.col("model") == key.model, pl.col("setting") == key.setting)
    yield from own.collect().iter_rows(named=True)


def _trajectory(row: Mapping[str, Any], turns: _Rows) -> Trajectory:
    surfaces = {name: tuple(filter(None, row[name].split("+"))) for name in ("exposed", "hinted")}
    own = tuple(turns.get((row["task_id"], row["epoch"]), ()))
    return Trajectory(**{name: row[name] for name in _RUN}, **surfaces, turns=own)


def _turn(row: Mapping[str, Any]) -> Turn:
    usage = Usage(prompt_tokens=row["prompt_tokens"], completion_tokens=row["completion_tokens"])
    return Turn(
        **{name: row[name] for name in _TURN},
        index=row["turn"],
        usage=usage,
        call=None if row["tool"] is None else _call(row),
        system_fingerprint=row["system_fingerprint"],
    )


def _call(row: Mapping[str, Any]) -> ToolCall:
    shown = tuple(
        Shown(kind=kind, id=name, start=start, end=end)
        for kind, name, start, end in json.loads(row["shown"])
    )
    return ToolCall(**{name: row[name] for name in _CALL}, shown=shown)


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}.parquet"


@contextmanager
def _readable(folder: Path) -> Iterator[None]:
    """Map what tables of another form raise."""
    try:
        yield
    except (polars.exceptions.PolarsError, polars.exceptions.PanicException, OSError) as error:
        raise _misformed(folder, str(error).partition("\n")[0]) from error
    except ValidationError as error:
        first = error.errors()[0]
        raise _misformed(folder, f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise _misformed(folder, f"{type(error).__name__}: {error}") from error


def _misformed(folder: Path, detail: str) -> PackageError:
    return PackageError(
        f"The runs of the release are not in the form that is read: {detail}",
        where=str(folder),
        remedy="Fetch the release again; docs/parquet.md has the schema of its tables",
    )
