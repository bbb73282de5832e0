"""Digest of what each step of wing two stores of a small project that was driven to its report.

`python -m tests.golden.mm_step_digests` drives one and records them.
"""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

from resources.program import program_version
from tests.dagster.mm_projects import MmProject, make_mm_project
from tests.shared_files import ROOT
from worksurface_pipeline.kernel.hashing import digest_bytes, digest_json
from worksurface_pipeline.mmenterprise.steps import STEPS
from worksurface_pipeline.site.files import SiteFiles

RECORDED = ROOT / "tests" / "golden" / "mm_step_digests.json"
_REPORT = "mm_report"
_ID = re.compile(rb"mm-seeds-[0-9a-f]{8}")  # of whichever copy of the project made the report


def digests_of(project: MmProject) -> dict[str, str]:
    """Digest of every step's values, all partitions together."""
    found: dict[str, list[list[str]]] = {}
    for (step, key), (digest, _) in sorted(project.stored().items()):
        shown = _report_digest(project) if step == _REPORT else digest
        found.setdefault(step, []).append([key, shown])
    return {step: digest_json(pairs) for step, pairs in found.items()}


def _report_digest(project: MmProject) -> str:
    """That of its pages; a report names the place of its project and the program's version."""
    bench = project.bench
    manifest = bench.lake.current(_REPORT)
    assert manifest is not None
    program = program_version().encode()
    pages = []
    for name, data in bench.lake.load(manifest, SiteFiles).contents():
        plain = _ID.sub(b"<id>", data).replace(program, b"<program>")
        pages.append([name, digest_bytes(plain)])
    return digest_json(pages)


def main() -> None:
    """Record versions and digests."""
    with tempfile.TemporaryDirectory() as folder:
        project = make_mm_project(Path(folder) / "mm")
        is_ok, text = project.drive()
        if not is_ok:
            raise SystemExit(text)
        digests = digests_of(project)
    table = {
        name: {"version": str(STEPS[name].version), "digest": digest}
        for name, digest in digests.items()
    }
    RECORDED.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
