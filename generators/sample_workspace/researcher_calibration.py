"""Task 6, research: analyse the thermometers' calibration runs."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from random import Random
from string import Template

from generators.sample_workspace import build
from generators.sample_workspace.build import Rubric, Task, basic, outcome, process
from generators.sample_workspace.office import as_docx
from generators.sample_workspace.pages import Page, as_markdown, page, section
from generators.sample_workspace.pictures import as_pdf
from generators.sample_workspace.sheets import as_csv, as_json
from generators.sample_workspace.tables import Row, Table, make, percent, say
from generators.sample_workspace.world import COMPANY, RESEARCHER, THERMOMETER, YEAR, day

RUNS = 180
TOLERANCE = 0.4
SOAK_MINUTES = {1: 30, 2: 45}
RUNS_PER_SENSOR = {1: 12, 2: 15}
CHAMBER_LITRES = 270
DRIFT_MILLIKELVIN = 85
AIR_SPEED = "3.2"
MIN_RUNS = 8
CHAMBERS = {"Chamber A": 24, "Chamber B": 18, "Chamber C": 11}
SETPOINTS = (-20, 0, 20, 40)

_SCRIPT = Template('''"""Fits one offset per sensor from calibration_runs.csv."""

import csv
from collections import defaultdict

TOLERANCE_C = $tolerance
MIN_RUNS = $min_runs  # Sensors with fewer runs get no offset.


def offsets(path="calibration_runs.csv"):
    errors = defaultdict(list)
    with open(path, newline="") as stream:
        for row in csv.DictReader(stream):
            errors[row["sensor_id"]].append(float(row["error_c"]))
    return {key: -sum(e) / len(e) for key, e in errors.items() if len(e) >= MIN_RUNS}
''')


def runs() -> Table:
    """List the runs; a run passes when its error stays within the tolerance."""

    def row(random: Random, number: int) -> Row:
        setpoint = random.choice(SETPOINTS)
        error = round(sum(random.uniform(-0.32, 0.36) for _ in range(3)), 2)
        verdict = "pass" if abs(error) <= TOLERANCE else "fail"
        sensor = f"HV-{random.randrange(1, 16):03d}"
        chamber = random.choices(list(CHAMBERS), weights=list(CHAMBERS.values()))[0]
        when = day(random, date(YEAR, 2, 5), 60)
        reading = round(setpoint + error, 2)
        return f"R{number:04d}", when, sensor, chamber, setpoint, reading, error, verdict

    columns = ("run_id", "run_date", "sensor_id", "chamber", "setpoint_c", "reading_c")
    return make("calibration runs", (*columns, "error_c", "verdict"), RUNS, row)


def _plan(version: int) -> Page:
    return page(
        f"Calibration plan, version {version}",
        section(
            "Soaking",
            f"Each sensor soaks for {SOAK_MINUTES[version]} minutes before the first reading.",
        ),
        section(
            "Size",
            f"The plan foresees {RUNS_PER_SENSOR[version]} runs for each sensor.",
            "Results go to calibration_runs.csv; fit_offsets.py reads them from there.",
        ),
    )


def _method() -> Page:
    return page(
        "Method note",
        section(
            "Chambers",
            f"Each climate chamber holds {CHAMBER_LITRES} litres of stirred air.",
            f"The fan moves the air at {AIR_SPEED} metres per second.",
        ),
        section(
            "Tolerance",
            f"A {THERMOMETER} passes when its error is at most {TOLERANCE} degrees.",
            "The reference points are listed in reference_points.json.",
        ),
    )


def _history() -> Page:
    return page(
        "Earlier results",
        section("Drift", f"Sensors drifted by {DRIFT_MILLIKELVIN} millikelvin in the first year."),
        section("Source", f"The figures come from {COMPANY}'s archive of returned units."),
    )


def _reference_points() -> dict[str, object]:
    points = [{"setpoint_c": point, "uncertainty_mk": 4 + abs(point) // 10} for point in SETPOINTS]
    return {"instrument": "reference bridge", "warm_up_hours": 6, "points": points}


def _rubrics(table: Table) -> tuple[Rubric, ...]:
    failed = table.where(verdict="fail")
    chamber, most = table.top("chamber")
    frosty = table.where(setpoint_c=-20)
    worst = table.row_of_highest("error_c")
    peak = say(Fraction(str(worst["error_c"])), 2)
    return (
        basic("Was `calibration_report.md` created with a section on method and one on results?"),
        outcome(f"Does the report cover {len(table)} calibration runs?"),
        outcome(f"Are {table.distinct('sensor_id')} different sensors reported?"),
        outcome(f"Does it say that {len(failed)} runs ended with the verdict fail?"),
        outcome(f"Is the pass rate given as {percent(table.share(verdict='pass'))}?"),
        outcome(f"Is the average error given as {say(table.mean('error_c'), 3)} degrees?"),
        outcome(
            "Is the average error at the setpoint of -20 degrees given as "
            f"{say(frosty.mean('error_c'), 3)} degrees?"
        ),
        outcome(f"Is the largest error of {peak} degrees attributed to run {worst['run_id']}?"),
        outcome(f"Is {chamber} named as the chamber with most runs ({most})?"),
        outcome(f"Is the soaking time of {SOAK_MINUTES[2]} minutes taken from the second plan?"),
        outcome(f"Is the tolerance stated as {TOLERANCE} degrees?"),
        outcome(f"Is the first-year drift of {DRIFT_MILLIKELVIN} millikelvin discussed?"),
        process("Is the second version of the plan cited, not the first?"),
    )


def task() -> Task:
    """Build the task."""
    table = runs()
    script = _SCRIPT.substitute(tolerance=TOLERANCE, min_runs=MIN_RUNS)
    return Task(
        number=6,
        persona=RESEARCHER,
        text=(
            "Analyse the spring calibration of the thermometers: pass rate, errors by setpoint and"
            " chamber, and whether the plan was kept. Use the runs, the plan, the method note and"
            " the earlier results; write `calibration_report.md`."
        ),
        difficulty="medium",
        outputs=("calibration_report.md",),
        files={
            "calibration_runs.csv": as_csv(table),
            "reference_points.json": as_json(_reference_points()),
            "plan_v1.md": as_markdown(_plan(1)),
            "plan_v2.md": as_markdown(_plan(2)),
            "method_note.pdf": as_pdf(_method()),
            "earlier_results.docx": as_docx(_history()),
            "fit_offsets.py": script.encode(),
        },
        rubrics=_rubrics(table),
        links=(("plan_v1.md", "plan_v2.md"), ("calibration_runs.csv", "fit_offsets.py")),
        unused=("plan_v1.md",),
        capabilities=(build.INPUTS, build.LINEAGE, build.RELATIONS),
    )
