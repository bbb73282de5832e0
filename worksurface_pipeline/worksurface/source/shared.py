"""Files with equal content, within and across source tasks and personas."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.worksurface.schema.source import SharedContent, SourceFile, SourceTask


def shared_contents(tasks: Iterable[SourceTask]) -> tuple[SharedContent, ...]:
    """Every content that at least two listed files hold, by digest. Absent files hold none."""
    groups: dict[str, list[SourceFile]] = {}
    for task in tasks:
        for file in task.files:
            if file.sha256 is not None:
                groups.setdefault(file.sha256, []).append(file)
    return tuple(
        SharedContent(
            sha256=digest,
            members=tuple(sorted(file.node_id for file in files)),
            personas=tuple(sorted({file.persona for file in files})),
        )
        for digest, files in sorted(groups.items())
        if len(files) > 1
    )
