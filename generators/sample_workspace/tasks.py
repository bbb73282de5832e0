"""The list of all source tasks in the sample."""

from __future__ import annotations

from generators.sample_workspace import (
    backend_incident,
    backend_migration,
    logistics_delays,
    logistics_stock,
    logistics_tender,
    operations_output,
    operations_people,
    product_launch,
    product_requests,
    researcher_calibration,
    researcher_trial,
)
from generators.sample_workspace.build import Task


def all_tasks() -> tuple[Task, ...]:
    """Build the tasks in the order of their numbers."""
    return (
        operations_people.task(),
        operations_output.task(),
        logistics_delays.task(),
        logistics_stock.task(),
        logistics_tender.task(),
        researcher_calibration.task(),
        researcher_trial.task(),
        backend_incident.task(),
        backend_migration.task(),
        product_requests.task(),
        product_launch.task(),
    )
