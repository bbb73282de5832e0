"""Verdicts on the partitions of an asset, kept beside the lake, for the checks of any wing.

Dagster keeps no check result per partition, so ours do: a verdict is stored for every partition
and is taken again only when the partition's digest has changed.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import dagster as dg

from assets.expectations import Verdict
from resources.bench import Bench
from resources.shelf import Shelf
from worksurface_pipeline.kernel.lake import Manifest
from worksurface_pipeline.kernel.lake_paths import encode_key

Judge = Callable[[Any, str], Verdict]
"""What is wrong with a value, given with its digest."""


def stored_verdicts(bench: Bench, shelf: Shelf, step: str, take: Judge) -> dict[str, Verdict]:
    """The verdict of every stored partition, taken anew where its digest has changed."""
    found = {}
    for partition in bench.lake.partitions(step):
        manifest = bench.lake.current(step, partition)
        if manifest is not None:
            found[partition] = _verdict(bench, shelf, manifest, take)
    return found


def _verdict(bench: Bench, shelf: Shelf, manifest: Manifest, take: Judge) -> Verdict:
    name = f"side/checks/{manifest.asset}/{encode_key(manifest.partition)}.json"
    path = Path(bench.lake.path(name))
    if path.exists():
        stored = Verdict.model_validate_json(path.read_bytes())
        if stored.digest == manifest.digest:
            return stored
    verdict = take(shelf.take(bench.lake, manifest), manifest.digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(verdict.model_dump_json(), encoding="utf-8")
    return verdict


def check_result(found: Mapping[str, Verdict]) -> dg.AssetCheckResult:
    """One result for an asset: it fails with the list of bad partitions."""
    bad = {key: list(item.failed) for key, item in found.items() if not item.passed}
    return dg.AssetCheckResult(
        passed=not bad,
        metadata={"partitions": len(found), "bad_partitions": dg.MetadataValue.json(bad)},
    )
