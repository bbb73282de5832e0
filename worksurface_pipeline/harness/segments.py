"""Segments of a journal: the records of one file, found by their heads and read by their place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.errors import LakeError


class JournalKey(NamedTuple):
    """What makes two records the same run: task, epoch, fingerprint."""

    task_id: str
    epoch: int
    fingerprint: str


class Head(BaseModel):
    """The few fields by which a record is found; the rest of its line is skipped."""

    model_config = ConfigDict(extra="ignore")

    task_id: str
    epoch: int
    fingerprint: str
    outcome: Outcome


class Place(NamedTuple):
    """Where a record stands, and whether it is an error."""

    segment: Path
    offset: int
    is_error: bool


def heads(segment: Path, notes: list[str]) -> Iterator[tuple[Head, Place]]:
    """Heads of a segment's records with their places; a torn last line is noted and passed over."""
    offset = 0
    with _opened(segment) as stream:
        for number, line in enumerate(stream, start=1):
            head = _head(line)
            if head is not None:
                yield head, Place(segment, offset, head.outcome is Outcome.ERRORED)
            elif line.endswith(b"\n"):
                raise _damaged(segment, number)
            else:
                notes.append(f"{segment.name}: line {number} is torn (the run was killed); ignored")
            offset += len(line)


def _head(line: bytes) -> Head | None:
    try:
        return Head.model_validate_json(line)
    except ValidationError:
        return None


def read_at(place: Place) -> Trajectory:
    """The record at a place. Raises LakeError when it is no trajectory."""
    with _opened(place.segment) as stream:
        stream.seek(place.offset)
        line = stream.readline()
    try:
        return Trajectory.model_validate_json(line)
    except ValidationError as error:
        raise _damaged(place.segment, 0) from error


@contextmanager
def _opened(segment: Path) -> Iterator[BinaryIO]:
    """A segment to read from. Raises LakeError for whatever the system has against it."""
    try:
        with segment.open("rb") as stream:
            yield stream
    except OSError as error:
        raise LakeError(
            f"A segment of the journal cannot be read: {error.strerror or error}",
            where=str(segment),
            remedy="Mend or move it and run again: only its trajectories are run anew",
        ) from error


def _damaged(segment: Path, line: int) -> LakeError:
    place = f"{segment}, line {line}" if line else str(segment)
    return LakeError(
        "A record of the journal is damaged or of another format",
        where=place,
        remedy="Move that segment away and run again: only its trajectories are run anew",
    )
