"""The text of a mapping file, with comments for the person who edits it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from worksurface_pipeline.worksurface.source.plain.mapping import LARGEST_MIB, SKIPPED
from worksurface_pipeline.worksurface.source.plain.proposal import Proposed

_HEAD = """\
# Which files of a plain folder belong to which source task. Made by `worksurface init`; edit it
# freely: only what an edit touches is computed again. The files are read where they are and are
# never written to. `worksurface init` on the same folder adds tasks for what is new below.
#
# Patterns are paths below `root`: `*` and `?` stand for characters within one name, `**` for any
# depth, and a folder's name for all that is in it. A file belongs to the first task that fits.

root = {root}
skip = {skip}
largest_file_mib = {largest}
"""
_TASK = """
[[tasks]]                    # {count}
id = {id}
title = {title}                   # what the work is about; may stay empty
persona = {persona}   # {reason}
confirmed = {confirmed}            {mark}
files = {files}
outputs = {outputs}{guess}
"""
_GUESS = "   # to confirm: results, named in the graph and not read"
_TO_CONFIRM = "# to confirm: set true when the persona is right"


def mapping_text(root: str, proposed: Iterable[Proposed]) -> str:
    """A whole mapping file."""
    head = _HEAD.format(root=_quoted(root), skip=_listed(SKIPPED), largest=LARGEST_MIB)
    return head + tasks_text(proposed)


def tasks_text(proposed: Iterable[Proposed]) -> str:
    """The tables of tasks, to stand at the end of a mapping file."""
    return "".join(_task_text(item) for item in proposed)


def _task_text(item: Proposed) -> str:
    task = item.task
    return _TASK.format(
        count=f"{item.files} {'file' if item.files == 1 else 'files'}",
        id=_quoted(task.id),
        title=_quoted(task.title),
        persona=_quoted(task.persona),
        reason=item.reason if task.confirmed else f"a guess: {item.reason}",
        confirmed="true" if task.confirmed else "false",
        mark="" if task.confirmed else _TO_CONFIRM,
        files=_listed(task.files),
        outputs=_listed(task.outputs),
        guess=_GUESS if task.outputs else "",
    ).replace(" \n", "\n")


def _listed(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes, and the one control character that JSON leaves."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
