"""Ids of graph nodes, and the order in which tasks are taken."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.worksurface.schema.source import EndKind, SourceTask
from worksurface_pipeline.worksurface.source.ids import natural_key


def task_node(task_id: str) -> str:
    """Node of a source task."""
    return f"task_{task_id}"


def input_node(task_id: str, filename: str) -> str:
    """Node of an input file."""
    return f"t{task_id}::{filename}"


def output_node(task_id: str, filename: str) -> str:
    """Node of an output file."""
    return f"t{task_id}::out::{filename}"


def unknown_node(task_id: str, name: str) -> str:
    """Node of a name that stands in a dependency edge but in no manifest."""
    return f"t{task_id}::unknown::{name}"


def document_node(document_id: str) -> str:
    """Node of a document."""
    return f"doc::{document_id}"


def view_node(view_id: str) -> str:
    """Node of a table view."""
    return f"view::{view_id}"


def picture_node(picture_id: str) -> str:
    """Node of a picture."""
    return f"picture::{picture_id}"


def file_node(task_id: str, name: str, kind: EndKind) -> str:
    """Node of a file by what an edge's end names."""
    makers = {EndKind.INPUT: input_node, EndKind.OUTPUT: output_node, EndKind.UNKNOWN: unknown_node}
    return makers[kind](task_id, name)


def in_order(tasks: Iterable[SourceTask]) -> tuple[SourceTask, ...]:
    """Tasks in natural order of their ids, whatever the order of the folder."""
    return tuple(sorted(tasks, key=lambda task: natural_key(task.task_id)))
