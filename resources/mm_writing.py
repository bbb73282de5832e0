"""A project as it is written: by templates, and where the settings name one by a model."""

from __future__ import annotations

from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.writing.model import Writing, WritingLog


def written_project(bench: MmWorkbench, ledger: Ledger, bundle: SeedBundle) -> Writing:
    """The records of a project's ledger."""
    records = render(ledger, bundle.seeds, bundle.images, bench.settings.workspace.seed)
    return Writing(ledger, records, WritingLog(project=ledger.world.project))
