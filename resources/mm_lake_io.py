"""Dagster shells of wing two: its workbench as a resource, and the IO manager over its lake."""

from collections.abc import Mapping
from pathlib import Path

from resources.lake_shell import BenchResource, StepIOManager
from resources.mm_workbench import MmWorkbench, open_mm_workbench
from resources.shelf import Shelf
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.mmenterprise.values import VALUES

MM_SHELF = Shelf(VALUES)
"""That of this process, in which one run goes on at a time."""


class MmWorkbenchResource(BenchResource):
    """Opens the workbench of a settings file and a registry ("" for the defaults)."""

    settings_file: str = ""
    seeds: str = ""

    def open(self) -> MmWorkbench:
        """The workbench; settings are read anew, so that a long-lived process sees an edit."""
        return open_mm_workbench(
            Path(self.settings_file) if self.settings_file else None,
            Path(self.seeds) if self.seeds else None,
        )


class MmLakeIOManager(StepIOManager):
    """Stores what assets publish, and hands over inputs by CURRENT alone."""

    workbench: MmWorkbenchResource

    def opened(self) -> MmWorkbench:
        """The workbench whose lake this is."""
        return self.workbench.open()

    def kinds(self) -> Mapping[str, type[Stored]]:
        """The value class of every step."""
        return VALUES

    def shelf(self) -> Shelf:
        """Where the steps of a run hand values to one another."""
        return MM_SHELF
