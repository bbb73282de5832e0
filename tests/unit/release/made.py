"""A small benchmark of several families, for the tests of releases."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.kernel.hashing import digest_bytes
from worksurface_pipeline.worksurface.release.gold_form import gold_lines
from worksurface_pipeline.worksurface.release.integrity import content_digest
from worksurface_pipeline.worksurface.release.model import MANIFEST, FileDigest
from worksurface_pipeline.worksurface.release.read import read_manifest
from worksurface_pipeline.worksurface.release.write import write_release
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

PROFILE = "resources/profiles/logistics_manager"
TEXT = "The northern depot handles most parcels and keeps 42 vans on its yard. No more is known."
Made = tuple[tuple[AtomicTask, ...], Surfaces]


@cache
def made() -> Made:
    """Verified tasks and their surfaces."""
    task, surfaces = world([], [shipments()], [document("depot.md", TEXT)])
    found = derive_candidates([task], surfaces, DerivationPolicy())
    return verify_tasks(found, surfaces).tasks, surfaces


def own_release(folder: Path) -> Path:
    """The benchmark as a release of ours."""
    tasks, surfaces = made()
    write_release(folder / "own", "b", tasks, [surfaces])
    return folder / "own"


def public_release(folder: Path) -> Path:
    """The same in the public layout: served surfaces, and the gold as tasks.jsonl."""
    own = own_release(folder)
    shutil.copytree(own / "package" / "resources", folder / "public" / "resources")
    (folder / "public" / "tasks.jsonl").write_bytes(gold_lines(made()[0]))
    return folder / "public"


def without_our_files(public: Path) -> Path:
    """The public layout with nothing in it that ours alone have."""
    profile = public / PROFILE
    (profile / "kb_docs.jsonl").unlink()
    shutil.rmtree(profile / "cells")
    path = profile / "tables" / "registry.json"
    rows = json.loads(path.read_text(encoding="utf-8"))["tables"]
    kept = [{"view": row["id"], "source_file": row["source_file"]} for row in rows]
    path.write_text(json.dumps(kept), encoding="utf-8")
    return public


def resealed(release: Path, **fields: Any) -> None:
    """The manifest again, as someone would write it who changed files and knows the format."""
    manifest = read_manifest(release)
    files = tuple(
        FileDigest(path=item.path, sha256=digest_bytes((release / item.path).read_bytes()))
        for item in manifest.files
    )
    whole = manifest.model_copy(update={"files": files, **fields})
    sealed = whole.model_copy(update={"content": content_digest(whole)})
    (release / MANIFEST).write_text(sealed.model_dump_json(), encoding="utf-8")
