"""The values that the source assets store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worksurface_pipeline.kernel.hashing import digest_all, digest_json, digest_record
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.worksurface.schema.source import (
    LockedFile,
    SharedContent,
    SourceLock,
    SourceTask,
)
from worksurface_pipeline.worksurface.source.lock import lock_to_json

LOCK_FILE = "wsb_lock.json"


class FrozenSource(RecordSet):
    """The frozen workspace: its lock and all its source tasks, in natural order of their ids.

    `told` are contents that a pin tells of listed files that are absent.
    """

    lock: SourceLock
    tasks: tuple[SourceTask, ...] = ()
    told: tuple[LockedFile, ...] = ()

    @property
    def state_digest(self) -> str:
        """Digest of all that was frozen: of the tree, of what is told of absent files, the commit.

        A new commit of equal files is a new state, so that the lock names the commit that was seen.
        """
        told = [digest_record(file) for file in self.told]
        commit = [self.lock.commit] if self.lock.commit != self.lock.tree_digest else []
        more = [*told, *commit]
        return digest_all([self.lock.tree_digest, *more]) if more else self.lock.tree_digest

    @property
    def personas(self) -> tuple[str, ...]:
        """Persona keys, sorted."""
        return tuple(sorted({task.persona for task in self.tasks}))

    def of(self, persona: str) -> SourceTaskSet:
        """The source tasks of one persona."""
        tasks = tuple(task for task in self.tasks if task.persona == persona)
        return SourceTaskSet(persona=persona, tasks=tasks)

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """The records, and the lock in the reference's own form, to pin this state with."""
        yield from super().to_files()
        yield LOCK_FILE, lock_to_json(self.lock).encode()

    def slices(self) -> dict[str, str]:
        """Digest of each persona's source tasks, files included."""
        return {persona: digest_record(self.of(persona)) for persona in self.personas}


class SourceTaskSet(RecordSet):
    """The source tasks of one persona."""

    persona: str
    tasks: tuple[SourceTask, ...] = ()


class SharedContentSet(RecordSet):
    """Files with equal content, over the whole workspace."""

    contents: tuple[SharedContent, ...] = ()

    def of(self, persona: str) -> tuple[SharedContent, ...]:
        """The contents that a persona has a share in."""
        return tuple(item for item in self.contents if persona in item.personas)

    def slices(self) -> dict[str, str]:
        """Digest of each persona's shared contents."""
        personas = _personas(self.contents)
        return {persona: digest_json(list(self.of(persona))) for persona in personas}


def _personas(contents: Iterable[SharedContent]) -> list[str]:
    return sorted({persona for item in contents for persona in item.personas})
