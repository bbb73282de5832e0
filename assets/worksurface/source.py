"""The frozen source: its lock, contents shared between files, and each persona's source tasks."""

from collections.abc import Iterator

import dagster as dg

from assets.metadata import counts, preview
from assets.partitions import sync_partitions
from assets.publishing import NOTE, Metadata, Published, publish
from assets.step import step_asset
from resources.lake_io import WorkbenchResource
from resources.lake_shell import partition_of
from resources.source import Freeze, freeze_once
from worksurface_pipeline.worksurface.source.sets import (
    FrozenSource,
    SharedContentSet,
    SourceTaskSet,
)
from worksurface_pipeline.worksurface.source.shared import shared_contents as equal_contents

_NAMED = 20  # changes named in the note; all of them stand in the preview and the lock


@step_asset("source_lock", "source", "json")
def source_lock(
    context: dg.AssetExecutionContext, workbench: dg.ResourceParam[WorkbenchResource]
) -> Published:
    """The workspace as frozen: digest of every listed file, and every source task's metadata."""
    bench = workbench.open()
    freeze = freeze_once(bench)
    plan = bench.plan(freeze.source.state_digest)
    basis = plan.basis(plan.steps["source_lock"], "")
    models = tuple(sorted({cell.model for cell in plan.cells}))
    sync_partitions(context.instance, freeze.source.personas, models, plan.auditors, is_exact=False)
    return publish(context, bench, lambda: freeze.source, lambda _: _about_freeze(freeze), basis)


def _about_freeze(freeze: Freeze) -> Metadata:
    changes = [(item.kind, item.task_id, item.filename) for item in freeze.changes]
    named = ", ".join(f"{kind} {name} of task {task}" for kind, task, name in changes[:_NAMED])
    more = f" and {len(changes) - _NAMED} more" if len(changes) > _NAMED else ""
    return {
        NOTE: "; ".join(_said(freeze, f"{named}{more}")),
        "source_tasks": len(freeze.source.tasks),
        "files": len(freeze.lock.files),
        "absent": len(freeze.absent),
        "commit": freeze.lock.commit,
        "changed_since_last_freeze": len(changes),
        "changes": preview(("kind", "task", "file"), changes),
    }


def _said(freeze: Freeze, changes: str) -> Iterator[str]:
    """What a person should know of a freeze in one line."""
    yield f"{len(freeze.lock.files)} files"
    if freeze.absent:
        yield f"{len(freeze.absent)} files are absent (`worksurface status` names them)"
    if changes:
        yield f"since the last freeze: {changes}"
    yield from freeze.remarks


@step_asset("shared_contents", "source", "json")
def shared_contents(
    context: dg.AssetExecutionContext,
    workbench: dg.ResourceParam[WorkbenchResource],
    source_lock: FrozenSource,
) -> Published:
    """Files with equal content, within and across personas."""
    return publish(
        context,
        workbench.open(),
        lambda: SharedContentSet(contents=equal_contents(source_lock.tasks, source_lock.told)),
        lambda value: {
            "groups": len(value.contents),
            "preview": preview(
                ("digest", "members"),
                ((item.sha256[:12], ", ".join(item.members)) for item in value.contents),
            ),
        },
    )


@step_asset("source_tasks", "source", "json")
def source_tasks(
    context: dg.AssetExecutionContext,
    workbench: dg.ResourceParam[WorkbenchResource],
    source_lock: FrozenSource,
) -> Published:
    """One persona's source tasks: instruction, rubrics, input and output files, dependencies."""
    persona = partition_of(context)
    return publish(context, workbench.open(), lambda: source_lock.of(persona), _about_tasks)


def _about_tasks(value: SourceTaskSet) -> Metadata:
    files = [file for task in value.tasks for file in task.files]
    return {
        "source_tasks": len(value.tasks),
        "files": len(files),
        "rubrics": sum(len(task.rubrics) for task in value.tasks),
        "files_by_status": counts(file.status for file in files),
        "oddities": sum(len(task.oddities) for task in value.tasks),
        "preview": preview(
            ("task", "instruction", "files"),
            ((task.task_id, task.instruction, len(task.files)) for task in value.tasks),
        ),
    }
