"""A part of a sweep: the cells and tasks that were asked for. What matches nothing is an error."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.sweep import SweepItem

_NAMED = 12  # known names that an error lists; the rest are counted


class Selection(Frozen):
    """Filters of a sweep; an empty one lets all through.

    `tasks` are ids of benchmark tasks or of source tasks. `limit` is the number of tasks of each
    cell that are left after the other filters, in the benchmark's order; 0: all.
    """

    models: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    personas: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    limit: int = 0

    @property
    def is_part(self) -> bool:
        """Whether it leaves out tasks, so that no cell becomes complete by it alone."""
        return bool(self.personas or self.tasks or self.limit)

    @property
    def is_all(self) -> bool:
        """Whether it leaves out nothing."""
        return not (self.is_part or self.models or self.settings)

    def cells(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """The cells that were asked for. Raises SettingsError naming the known ones."""
        _require("model", self.models, (cell.model for cell in cells))
        _require("setting", self.settings, (cell.setting for cell in cells))
        found = tuple(
            cell
            for cell in cells
            if _is_in(cell.model, self.models) and _is_in(cell.setting, self.settings)
        )
        if not found:
            raise _nothing(f"The sweep has no such cell; it has {_listed(c.key for c in cells)}")
        return found

    def items(self, items: Sequence[SweepItem]) -> tuple[SweepItem, ...]:
        """The tasks that were asked for. Raises SettingsError naming the known ones."""
        public = [item.public for item in items]
        _require("persona", self.personas, (task.persona for task in public))
        names = (name for task in public for name in (task.source_task, task.id))
        _require("task", self.tasks, names)
        found = [
            item
            for item in items
            if _is_in(item.public.persona, self.personas)
            and (_is_in(item.public.id, self.tasks) or item.public.source_task in self.tasks)
        ]
        if not found:
            places = (f"{task.source_task} of {task.persona}" for task in public)
            raise _nothing(f"No task is of that persona and that name; known: {_listed(places)}")
        return tuple(found[: self.limit or len(found)])


def _is_in(name: str, wanted: tuple[str, ...]) -> bool:
    return not wanted or name in wanted


def _require(kind: str, wanted: Sequence[str], known: Iterable[str]) -> None:
    names = tuple(dict.fromkeys(known)) if wanted else ()
    unknown = [name for name in wanted if name not in names]
    if unknown:
        near = difflib.get_close_matches(unknown[0], names, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        asked = ", ".join(map(repr, unknown))
        raise _nothing(f"There is no {kind} {asked} in this sweep{hint} Known: {_listed(names)}")


def _listed(names: Iterable[str]) -> str:
    found = list(dict.fromkeys(names))
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return f"{', '.join(found[:_NAMED])}{more}"


def _nothing(what: str) -> SettingsError:
    return SettingsError(what, remedy="Nothing was run; name what is known")
