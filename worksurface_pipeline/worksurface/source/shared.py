"""Files with equal content, within and across source tasks and personas."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.worksurface.schema.source import (
    LockedFile,
    SharedContent,
    SourceFile,
    SourceTask,
)


def shared_contents(
    tasks: Iterable[SourceTask], told: Iterable[LockedFile] = ()
) -> tuple[SharedContent, ...]:
    """Every content that at least two listed files hold, by digest.

    Absent files hold none, unless `told`, from a lock of this very source, says which they held.
    """
    locked = {(item.task_id, item.filename): item.sha256 for item in told}
    groups: dict[str, list[SourceFile]] = {}
    for task in tasks:
        for file in task.files:
            digest = file.sha256 or locked.get((file.task_id, file.filename))
            if digest is not None:
                groups.setdefault(digest, []).append(file)
    return tuple(
        SharedContent(
            sha256=digest,
            members=tuple(sorted(file.node_id for file in files)),
            personas=tuple(sorted({file.persona for file in files})),
        )
        for digest, files in sorted(groups.items())
        if len(files) > 1
    )
