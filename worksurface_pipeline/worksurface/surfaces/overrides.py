"""Which corrections of the settings apply to a file, and which of them apply to none.

What does not belong: carrying a correction out (readers).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.readers.model import SheetOverride
from worksurface_pipeline.worksurface.settings import SheetRule


def overrides_for(
    rules: Sequence[SheetRule], task_id: str, filename: str
) -> tuple[SheetOverride, ...]:
    """What the rules state of the sheets of one file, known by its clean name, in their order."""
    return tuple(_override(rule) for rule in rules if _is_for(rule, task_id, filename))


def idle_rules(
    rules: Sequence[SheetRule], files: Iterable[tuple[str, str]]
) -> tuple[SheetRule, ...]:
    """Rules that name none of the (task id, file name) pairs: a slip of the user's, to be told."""
    left = list(rules)
    for task_id, filename in files:
        left = [rule for rule in left if not _is_for(rule, task_id, filename)]
    return tuple(left)


def idle_sentence(rule: SheetRule) -> str:
    """What to tell the user of a rule that `idle_rules` found."""
    place = ", ".join(
        f"{key} {value!r}" for key, value in (("task", rule.task), ("file", rule.file)) if value
    )
    return f"A rule of [[surfaces.sheets]] matches no file ({place or 'there is none'})"


def _is_for(rule: SheetRule, task_id: str, filename: str) -> bool:
    is_task = rule.task in ("", task_id)
    return is_task and (not rule.file or normalise(rule.file) == normalise(filename))


def _override(rule: SheetRule) -> SheetOverride:
    return SheetOverride(
        sheet=rule.sheet,
        block=rule.block,
        header_rows=rule.header_rows,
        data_start=rule.data_start,
        data_end=rule.data_end,
        drop_rows=rule.drop_rows,
        encoding=rule.encoding,
        delimiter=rule.delimiter,
    )
