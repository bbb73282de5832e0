"""Where agents fail: shares of diagnoses per cell, family and persona, and first departures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import polars as pl

from worksurface_pipeline.site.table import Column, Table
from worksurface_pipeline.worksurface.analysis.addresses import ANSWERABLE, ASKS, cell_id, runs_href
from worksurface_pipeline.worksurface.analysis.frames import comparable
from worksurface_pipeline.worksurface.analysis.shares import (
    Kinds,
    ShareRow,
    share_csv,
    share_rows,
    share_table,
)
from worksurface_pipeline.worksurface.schema.diagnosis import DepartureKind, Diagnosis

_RIGHT, _WHERE, _ENDED = "Right", "Wrong, and where", "No answer"
_UNKNOWN = "undiagnosed"  # scores of an earlier version; no run of this one has it
_NO_DEPARTURE = "none"

DIAGNOSES = Kinds(
    column="diagnosis",
    heads={
        Diagnosis.CORRECT_WITH_EVIDENCE: Column("With evidence", True, _RIGHT),
        Diagnosis.CORRECT_WITHOUT_EVIDENCE: Column("Without it (bypass or luck)", True, _RIGHT),
        Diagnosis.PARTIAL: Column("Partial", True, "Partly"),
        Diagnosis.NO_TOOLS: Column("No tools exposed", True, _WHERE),
        Diagnosis.CLOSED_BOOK: Column("Closed-book", True, _WHERE),
        Diagnosis.WRONG_SURFACE: Column("Wrong surface", True, _WHERE),
        Diagnosis.EVIDENCE_MISSING: Column("Evidence not fetched", True, _WHERE),
        Diagnosis.WRONG_WITH_EVIDENCE: Column("Had everything, answered wrongly", True, _WHERE),
        Diagnosis.WRONG_ABSTENTION: Column("Wrong abstention", True, _WHERE),
        Diagnosis.PROTOCOL_FAILURE: Column("Protocol failure", True, _ENDED),
        Diagnosis.LIMIT: Column("Limit", True, _ENDED),
        Diagnosis.UNSCORED: Column("Answer could not be scored", True, _ENDED),
        Diagnosis.MACHINE_ERROR: Column("Machine error", True, _ENDED),
        Diagnosis.MISSING: Column("Missing", True, _ENDED),
        _UNKNOWN: Column("Undiagnosed", True, _ENDED),
    },
    otherwise=_UNKNOWN,
    flag="is_over_routed",
    flag_head="Over-routed",
)
"""The classes in the order in which a reader follows a run, left to right."""

DEPARTURES = Kinds(
    column="departure_kind",
    heads={
        DepartureKind.UNNEEDED_SURFACE: Column("Call to an unneeded surface", True),
        DepartureKind.FAILED_CALL: Column("Failed call", True),
        DepartureKind.UNUSABLE_REPLY: Column("Unusable reply", True),
        DepartureKind.ANSWER_WITHOUT_EVIDENCE: Column("Answer without evidence", True),
        DepartureKind.ABSTENTION: Column("Abstention", True),
        DepartureKind.WRONG_ANSWER: Column("Wrong answer", True),
        DepartureKind.LIMIT: Column("Limit", True),
        DepartureKind.MACHINE_ERROR: Column("Machine error", True),
        _NO_DEPARTURE: Column("None observed", True),
    },
    otherwise=_NO_DEPARTURE,
)

_ANSWERABLE = (
    "Per cent of the runs of answerable tasks, errors and missing ones among them: a row adds up to"
    " 100. Runs of abstain tasks are not among these."
)
_WITH_ABSTAIN = (
    "Per cent of all runs, errors and missing ones among them: a row adds up to 100. Abstain tasks "
    "are a family of their own here."
)
_CLASSES = (
    "Every run has one class, the first that fits. Over-routed: surfaces beyond the required were "
    "used, of the runs that have a right route. S2, S3, S5 and the arms withhold surfaces: a wrong "
    "surface may be the setting's doing there."
)
_SEEN = (
    "What was observed first, turn by turn; it says nothing of why a run failed, and right runs "
    "depart too."
)


@dataclass(frozen=True, slots=True)
class _Part:
    """One table of diagnoses: its name, the field that it is by, and how that is headed.

    `key` is what the field is called in the addresses of the list of runs.
    """

    name: str
    title: str
    field: str = ""
    head: str = ""
    key: str = ""


_CELLS = _Part("diagnosis", "Where runs of answerable tasks fail (% of runs)")
_FAMILIES = _Part(
    *("diagnosis_by_derivation", "Where runs fail, by family", "derivation", "Family", "family")
)
_PERSONAS = _Part(
    *("diagnosis_by_persona", "Where runs of answerable tasks fail, by persona"),
    *("persona", "Persona", "persona"),
)


def diagnosis_tables(frame: pl.DataFrame) -> Iterator[tuple[Table, str]]:
    """Each table with its CSV; nothing where there is no run.

    Abstain tasks stand in the table by family alone, where they are a family of their own.
    """
    answerable = comparable(frame)
    for part, rows in ((_CELLS, answerable), (_FAMILIES, frame), (_PERSONAS, answerable)):
        if not rows.is_empty():
            yield _table(part, rows)
    if not answerable.is_empty():
        yield _departures(answerable)


def _table(part: _Part, frame: pl.DataFrame) -> tuple[Table, str]:
    rows = share_rows(frame, DIAGNOSES, part.field)
    whole = _WITH_ABSTAIN if part is _FAMILIES else _ANSWERABLE
    table = share_table(
        rows,
        DIAGNOSES,
        part.name,
        part.title,
        bucket=part.head,
        notes=(whole, _CLASSES),
        link=partial(_link, part),
    )
    return table, share_csv(rows, DIAGNOSES, part.field)


def _link(part: _Part, row: ShareRow, kind: str) -> str:
    """The runs that a share counts, "" for a class that no list knows."""
    if kind == _UNKNOWN:
        return ""
    own = ((part.key, row.bucket),) if part.key else ()
    asks = () if part is _FAMILIES else ((ASKS, ANSWERABLE),)
    return runs_href((("cell", cell_id(row.model, row.setting)), *own, *asks, ("diagnosis", kind)))


def _departures(frame: pl.DataFrame) -> tuple[Table, str]:
    rows = share_rows(frame, DEPARTURES)
    title = "Earliest observed departure, runs of answerable tasks (% of runs)"
    notes = (_ANSWERABLE, _SEEN)
    table = share_table(rows, DEPARTURES, "departures", title, notes=notes)
    return table, share_csv(rows, DEPARTURES)
