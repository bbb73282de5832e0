"""Projects as they are stored: their scenes without the files, and where their pictures lie."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from worksurface_pipeline.kernel.lake import Lake, Manifest, Partitions
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.records.model import Written
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.units import UnitSet
from worksurface_pipeline.mmenterprise.writing.model import Writing, WritingLog

# Every cell is judged over the scenes of all projects; of more than these the last are read anew.
_OPEN_SCENES = 64
FILES = "records/contents"
"""Where the files of a project lie in its stored value."""


def scenes_of(records: Partitions[Writing], seed: int) -> dict[str, Scene]:
    """The scenes of all present projects by key; of the records no file is read."""
    found = sorted(records.manifests.items())
    return {
        key: _scene_at(records.lake.root, manifest.model_dump_json(), seed)
        for key, manifest in found
    }


def units_of(records: Partitions[Writing]) -> dict[str, UnitSet]:
    """The units of all present projects by key; no file is read."""
    return {key: _units(records.lake, one) for key, one in sorted(records.manifests.items())}


def logs_of(records: Partitions[Writing]) -> dict[str, WritingLog]:
    """What models were asked to write, of all present projects by key; no file is read."""
    return {key: _log(records.lake, one) for key, one in sorted(records.manifests.items())}


def _log(lake: Lake, manifest: Manifest) -> WritingLog:
    read = lake.reader(manifest)
    return WritingLog.from_files(lambda name: read(f"log/{name}"))


def pictures_of(records: Partitions[Writing]) -> Pictures:
    """Where the pictures of all present projects lie."""
    lake = records.lake
    return Pictures({key: Path(lake.place(one)) / FILES for key, one in records.manifests.items()})


@lru_cache(maxsize=_OPEN_SCENES)
def _scene_at(root: str, manifest: str, seed: int) -> Scene:
    """The scene of a manifest; what a manifest names never changes."""
    lake, found = Lake(root), Manifest.model_validate_json(manifest)
    read = lake.reader(found)
    ledger = Ledger.from_files(lambda name: read(f"ledger/{name}"))
    return Scene(ledger, _units(lake, found), seed)


def _units(lake: Lake, manifest: Manifest) -> UnitSet:
    read = lake.reader(manifest)
    written = Written.from_files(lambda name: read(f"records/{name}"))
    return UnitSet(units=written.units, files=written.files)
