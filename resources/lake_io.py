"""Dagster shells of wing one: its workbench as a resource, and the IO manager over its lake."""

from collections.abc import Mapping
from pathlib import Path

from resources.lake_shell import BenchResource, StepIOManager
from resources.shelf import Shelf
from resources.workbench import Workbench, open_workbench
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.kernel.steps import Step
from worksurface_pipeline.worksurface.plan import Layer
from worksurface_pipeline.worksurface.values import VALUES

SHELF = Shelf(VALUES)
"""That of this process, in which one run goes on at a time."""


class WorkbenchResource(BenchResource):
    """Opens the workbench of a settings file and a workspace ("" for the defaults)."""

    settings_file: str = ""
    workspace: str = ""

    def open(self) -> Workbench:
        """The workbench; settings are read anew, so that a long-lived process sees an edit."""
        return open_workbench(
            Path(self.settings_file) if self.settings_file else None,
            Path(self.workspace) if self.workspace else None,
        )


class LakeIOManager(StepIOManager):
    """Stores what assets publish, and hands over inputs by CURRENT alone."""

    workbench: WorkbenchResource

    def opened(self) -> Workbench:
        """The workbench whose lake this is."""
        return self.workbench.open()

    def kinds(self) -> Mapping[str, type[Stored]]:
        """The value class of every step."""
        return VALUES

    def shelf(self) -> Shelf:
        """Where the steps of a run hand values to one another."""
        return SHELF

    def is_shelved(self, step: Step) -> bool:
        """The next seat reads the same persona's values, which another partition's would end."""
        return step.layer is not Layer.SEAT
