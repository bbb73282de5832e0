"""Commands around the gold: verify, release, audit, import, and the human review."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from resources.workbench import open_workbench
from worksurface_pipeline.cli_common import SettingsOption, WorkspaceOption, drive_until
from worksurface_pipeline.cli_shared import AuditOption, WorkbooksArgument, say
from worksurface_pipeline.worksurface.release.scan.model import Kind

review = typer.Typer(no_args_is_help=True, help="The human audit, and the page to review by.")


def verify(
    release: Annotated[
        Path | None, typer.Argument(help="A release's folder; default: what the lake holds.")
    ] = None,
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
) -> None:
    """Re-execute every proof and score every gold answer as a prediction."""
    if release is not None:
        _verify_release(release)
        return
    from schedules.verifying import verify_all

    result = verify_all(open_workbench(settings, workspace))
    say(*result.problems, str(result))
    if result.problems:
        raise typer.Exit(1)


def _verify_release(release: Path) -> None:
    """A release stands on its own folder: no workspace, no settings."""
    from schedules.releasing import report_lines
    from worksurface_pipeline.worksurface.release.verify import verify_release

    report = verify_release(release)
    say(*report_lines(report))
    if not report.is_sound:
        raise typer.Exit(1)


def release(
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
    allow: Annotated[
        list[Kind] | None,
        typer.Option(help="Let findings of this kind pass, and say so in the card; repeatable."),
    ] = None,
    allow_unknown_licence: Annotated[
        bool, typer.Option("--allow-unknown-licence", help="Release it without a stated licence.")
    ] = False,
    runs: Annotated[
        bool, typer.Option("--runs", help="The sweep's trajectories and scores go along.")
    ] = False,
) -> None:
    """Freeze the benchmark as the next version: a dataset for the Hub, and what changed.

    Tasks, surfaces, gold apart, card, datasheet, licences and metadata. It is refused while a proof
    fails, a budget is missing, a licence is unknown, or personal data or a secret stands in it.
    """
    from assets.worksurface.releases import report_release
    from resources.instance import open_instance
    from schedules.releasing import Wish, release_benchmark, release_lines

    drive_until(workspace, settings, "score" if runs else "budgets")
    wish = Wish(tuple(allow or ()), allow_unknown_licence, runs)
    bench = open_workbench(settings, workspace)
    place, manifest = release_benchmark(bench, wish)
    report_release(open_instance(bench), str(place), manifest)
    say(*release_lines(place, manifest))


def audit(
    path: Annotated[Path, typer.Argument(help="A release in the public format, or a tasks.jsonl.")],
    whole: Annotated[
        bool, typer.Option("--whole", help="All surfaces are there: what is missing is a fault.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A JSONL file of all tasks with verdicts.")
    ] = None,
) -> None:
    """Our gates over foreign gold: its faults, and what was executed again or only read.

    Exit code 0: all was read, no fault was found. 1: a fault, or nothing to audit.
    2: no fault was found, but tasks or surfaces could not be read.
    """
    from schedules.auditing import audit_path, write_audit

    audited = audit_path(path, whole)
    if out is not None:
        write_audit(audited.report, out)
    say(*audited.lines())
    if audited.exit_code:
        raise typer.Exit(audited.exit_code)


def import_(
    release: Annotated[Path, typer.Argument(help="The folder of a release.")],
    settings: SettingsOption = None,
) -> None:
    """Take a release's tasks and surfaces into a lake of its own, to run agents on them."""
    from schedules.releasing import import_into, import_lines

    bench = open_workbench(settings, release)
    say(*import_lines(import_into(bench, release), release))


@review.command("plan")
def review_plan(workspace: WorkspaceOption = None, settings: SettingsOption = None) -> None:
    """Draw the human audit and write its package: evidence, and a workbook for each annotator."""
    from schedules.reviewing import write_package, write_page

    drive_until(workspace, settings, "audit")
    bench = open_workbench(settings, workspace)
    say(f"For the annotators: {write_package(bench)}", f"To review: {write_page(bench)}")


@review.command("import")
def review_import(
    files: WorkbooksArgument,
    audit: AuditOption = "",
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
) -> None:
    """Check returned workbooks and say what the annotators found; everything wrong is listed."""
    from schedules.reviewing import import_workbooks, result_lines, write_page

    bench = open_workbench(settings, workspace)
    result = import_workbooks(bench, files, audit)
    say(*result_lines(result), f"To review: {write_page(bench)}")


@review.command("page")
def review_page(workspace: WorkspaceOption = None, settings: SettingsOption = None) -> None:
    """Write the page of what was held back and what was audited, with its evidence and votes."""
    from schedules.reviewing import write_page

    say(f"To review: {write_page(open_workbench(settings, workspace))}")


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    for command in (verify, release, audit):
        app.command()(command)
    app.command("import")(import_)
    app.add_typer(review, name="review")
