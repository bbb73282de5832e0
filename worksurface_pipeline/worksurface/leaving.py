"""Which private files a sweep may send to which endpoint, before anything is sent.

What may leave is what stands in the reach of an agent's tools: passages of documents, cells of
views, and the names of the files that the graph shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from worksurface_pipeline.harness.llm.endpoint_names import endpoint_of as host_of
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.agents.settings import AgentSetting, Exposure
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.settings import Condition
from worksurface_pipeline.worksurface.settings_agents import OWN_AGENT
from worksurface_pipeline.worksurface.sweep import SweepItem, scope_task


class FileInReach(Frozen):
    """A source file with something on a surface: documents, views, or its name in the graph."""

    task_id: str
    filename: str
    surfaces: tuple[str, ...]


FilesOf = Callable[[str], Iterable[FileInReach]]
"""The files of a persona."""


@dataclass(slots=True)
class Leaving:
    """What may go to one endpoint: questions, and files by (source task, name)."""

    endpoint: str
    questions: set[str] = field(default_factory=set)
    contents: set[tuple[str, str]] = field(default_factory=set)
    names: set[tuple[str, str]] = field(default_factory=set)


def endpoint_of(model: ModelSettings) -> str:
    """The host that a model's calls go to; only an agent of one's own knows where it sends them."""
    if model.id.startswith(OWN_AGENT) and not model.api_base:
        return f"wherever {model.id} sends it"
    return host_of(model)


def add_leaving(
    found: Leaving,
    setting: AgentSetting,
    condition: Condition,
    items: Iterable[SweepItem],
    files_of: FilesOf,
) -> None:
    """Add what the pending items of one cell may send."""
    reach: dict[tuple[str, str | None], set[str]] = {}
    for item in items:
        found.questions.add(item.public.id)
        place = (item.public.persona, scope_task(condition, item.public.source_task))
        reach.setdefault(place, set()).update(_surfaces(setting, item))
    for (persona, task), surfaces in reach.items():
        for file in files_of(persona) if surfaces else ():
            if task is None or file.task_id == task:
                _add_file(found, file, surfaces)


def _add_file(found: Leaving, file: FileInReach, surfaces: set[str]) -> None:
    shown = surfaces.intersection(file.surfaces)
    if shown - {Surface.GRAPH.value}:
        found.contents.add((file.task_id, file.filename))
    elif shown:
        found.names.add((file.task_id, file.filename))


def _surfaces(setting: AgentSetting, item: SweepItem) -> tuple[str, ...]:
    """The surfaces whose tools an agent has, or may come to have; with evidence, its surfaces."""
    if setting.exposure is Exposure.ONE:
        return tuple(surface.value for surface in Surface)
    shown = item.required if item.evidence else ()
    return (*setting.exposed(item.required), *shown)
