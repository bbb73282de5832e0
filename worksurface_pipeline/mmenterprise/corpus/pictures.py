"""Where the pictures of units lie, and what they are: one digest of each file, taken once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from worksurface_pipeline.harness.llm.pictures import picture_of
from worksurface_pipeline.harness.llm.types import Picture
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.mmenterprise.corpus.corpus import CorpusUnit


class Pictures:
    """The pictures of all projects; `folders` has, by project, where its files are stored."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self._folders = folders
        self._digests: dict[Path, str] = {}

    def of(self, unit: CorpusUnit, place: int = 0) -> Picture:
        """The picture of a visual unit, after `place` characters of a message's text.

        Raises LakeError when its file is not stored.
        """
        path = self._folders[unit.project] / unit.image
        return picture_of(path, self._digest(path), place)

    def _digest(self, path: Path) -> str:
        if path not in self._digests:
            try:
                self._digests[path] = digest_file(path)
            except OSError as error:
                raise LakeError(
                    f"A picture of the records is not stored: {error.strerror or error}",
                    where=path.name,
                    remedy="Make the records anew, and run again",
                ) from error
        return self._digests[path]
