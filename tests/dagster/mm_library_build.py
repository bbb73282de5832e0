"""`python -m tests.dagster.mm_library_build SEEDS SETTINGS`: made again, every listing shuffled.

Prints step, project and digest: of facts and events that grow from the seeds of a folder, and of
the questions of these projects over the records that are stored under a settings file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.dagster.shuffled_build import shuffle_listings


def main(arguments: list[str]) -> None:
    shuffle_listings(3)
    print_digests(Path(arguments[0]), Path(arguments[1]))


def print_digests(folder: Path, settings: Path) -> None:
    from resources.mm_workbench import open_mm_workbench
    from worksurface_pipeline.kernel.hashing import digest_bytes, digest_json

    made = [
        [step, key, digest_json([[name, digest_bytes(data)] for name, data in value.to_files()])]
        for step, key, value in _values(folder, open_mm_workbench(settings))
    ]
    sys.stdout.write(json.dumps(made))


def _values(folder: Path, bench: Any) -> Iterator[tuple[str, str, Any]]:
    from resources.mm_helping import drafted
    from worksurface_pipeline.mmenterprise.seeds.build import read_seed
    from worksurface_pipeline.mmenterprise.seeds.frozen import freeze_seeds, frozen_entry
    from worksurface_pipeline.mmenterprise.simulation.events import simulate
    from worksurface_pipeline.mmenterprise.writing.model import Writing
    from worksurface_pipeline.readers.model import ExtractionFailure

    records = bench.lake.all_of("mm_records", bench.plan().projects, Writing)
    for one in freeze_seeds(folder).seeds:
        bundle = read_seed(frozen_entry(one, folder))
        if isinstance(bundle, ExtractionFailure):
            raise SystemExit(bundle.detail)
        ledger = simulate(bundle.seeds, bench.settings.workspace.seed)
        yield "mm_seed_bundle", one.id, bundle
        yield "mm_ledger", one.id, ledger
        yield "mm_questions", one.id, drafted(bench, one.id, records)


if __name__ == "__main__":
    main(sys.argv[1:])
