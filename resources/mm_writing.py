"""A project as it is written: by templates, and where the settings name one by a model."""

from __future__ import annotations

from resources.mm_models import helping
from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.writing.apart import template_names
from worksurface_pipeline.mmenterprise.writing.model import Clients, Writing
from worksurface_pipeline.mmenterprise.writing.write import write


def written_project(bench: MmWorkbench, ledger: Ledger, bundle: SeedBundle) -> Writing:
    """The records of a project's ledger. Raises SettingsError without a model's key."""
    settings = bench.settings
    records = render(ledger, bundle.seeds, bundle.images, settings.workspace.seed)
    choice = settings.writer
    with helping(bench, "writing", choice.model, choice.reviewer) as (writer, reviewer):
        clients = Clients(writer, reviewer) if writer else None
        return write(ledger, records, bundle, clients, settings, template_names())
