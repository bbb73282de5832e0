"""Task 2, operations: review output, stops and spending of the first half-year."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from random import Random

from generators.sample_workspace import build
from generators.sample_workspace.build import Rubric, Task, basic, outcome, process
from generators.sample_workspace.office import as_pptx
from generators.sample_workspace.pages import Page, as_text, page, section
from generators.sample_workspace.pictures import bars_png
from generators.sample_workspace.sheets import (
    DATE,
    DOLLARS,
    EUROS,
    PERCENT,
    Sheet,
    as_csv,
    as_xls,
    as_xlsx,
    tiny,
)
from generators.sample_workspace.tables import Row, Table, make, percent, say, weighted
from generators.sample_workspace.world import COMPANY, OPERATIONS, PRODUCTS, YEAR, day

SCRAP_CEILING = "2.5"
AUDIT_PARTS = 320
RESTART_MINUTES = 35
SPARE_MOTORS = 7
LINES = {"Line North": 5, "Line South": 3, "Line East": 2}
STOPS = {"none": 8, "changeover": 5, "material": 3, "fault": 2}
CENTRES = ("Assembly hall", "Packaging", "Calibration rooms", "Canteen", "Tooling", "Cleaning")
FOOTNOTE = "Budgets as agreed in January; the canteen is shared with a neighbour."


def production() -> Table:
    """List the shifts of the half-year."""

    def row(random: Random, number: int) -> Row:
        reason = weighted(random, STOPS)
        downtime = 0 if reason == "none" else random.randrange(5, 95)
        made = random.randrange(60, 190)
        product = random.choice(PRODUCTS)
        when = day(random, date(YEAR, 1, 8), 170)
        scrapped = random.randrange(0, 7)
        return when, weighted(random, LINES), product, made, scrapped, downtime, reason

    columns = ("log_date", "line", "product", "units_made", "units_scrapped")
    return make("production", (*columns, "downtime_minutes", "stop_reason"), 150, row)


def cost_centres() -> Table:
    """List budgets and spending; the share used is kept as a fraction, shown in percent."""

    def row(random: Random, number: int) -> Row:
        budget = random.randrange(80, 400) * 500
        used = random.randrange(250, 960) / 1000
        spent = round(budget * used, 2)
        review = day(random, date(YEAR, 7, 1), 60)
        name = CENTRES[number - 1]
        return f"{number * 40 + 370:04d}", name, budget, spent, used, used < 0.9, review

    columns = ("cost_centre", "name", "budget_usd", "spent_usd", "share_used", "approved")
    return make("cost centres", (*columns, "review_date"), len(CENTRES), row)


def energy() -> Table:
    """List the energy bills by month."""
    months = ("January", "February", "March", "April", "May", "June")

    def row(random: Random, number: int) -> Row:
        kwh = random.randrange(18_000, 39_000)
        return months[number - 1], kwh, round(kwh * 0.183, 2)

    return make("energy", ("month", "energy_kwh", "energy_cost_eur"), len(months), row)


def machines() -> Table:
    """List the machines."""
    kinds = {"press": 4, "solder oven": 3, "lathe": 2, "wind tunnel": 1}

    def row(random: Random, number: int) -> Row:
        return (
            f"M{number:03d}",
            weighted(random, LINES),
            weighted(random, kinds),
            day(random, date(YEAR - 15, 3, 1), 5000),
            random.randrange(3, 13) * 15,
            random.random() < 0.85,
        )

    columns = ("machine_id", "line", "machine_type", "commissioned")
    return make("machines", (*columns, "service_interval_days", "in_service"), 24, row)


def _costs_file(costs: Table, bills: Table) -> bytes:
    formats = {"budget_usd": DOLLARS, "spent_usd": DOLLARS, "share_used": PERCENT}
    totals = [float(costs.total(name)) for name in ("budget_usd", "spent_usd")]
    return as_xlsx(
        Sheet(
            "Cost centres",
            costs,
            above=((f"{COMPANY}: spending against budget",), ()),
            below=(("Total", None, *totals), (), (FOOTNOTE,)),
            formats={**formats, "review_date": DATE},
        ),
        Sheet("Energy", bills, formats={"energy_cost_eur": EUROS}),
        tiny("Rates", "eur_per_kwh", "see contract", "fixed until December"),
    )


def _notes() -> Page:
    return page(
        "Downtime notes",
        section(
            "Restarting a line",
            f"After a fault the line warms up for {RESTART_MINUTES} minutes before the first unit.",
            "Minutes lost are entered in production_log.csv on the same day.",
        ),
        section("Spares", f"The store keeps {SPARE_MOTORS} spare motors for the presses."),
    )


def _briefing() -> Page:
    return page(
        "Quality briefing",
        section("Scrap", f"The scrap ceiling is {SCRAP_CEILING}% of the units made."),
        section("Audit", f"The spring audit sampled {AUDIT_PARTS} parts from finished stock."),
    )


def _rubrics(log: Table, costs: Table, bills: Table, register: Table) -> tuple[Rubric, ...]:
    line, shifts = log.top("line")
    packaging = Fraction(str(costs.where(name="Packaging").values("share_used")[0]))
    faults = len(log.where(stop_reason="fault"))
    scrapped = log.total("units_scrapped") / log.total("units_made")
    return (
        basic("Was `half_year_review.docx` created with a section on output and one on costs?"),
        outcome(f"Is the number of logged shifts given as {len(log)}?"),
        outcome(f"Are {say(log.total('units_made'))} units made reported in total?"),
        outcome(f"Is total downtime given as {say(log.total('downtime_minutes'))} minutes?"),
        outcome(f"Is {line} named as the line with most shifts ({shifts})?"),
        outcome(f"Does the review count {faults} shifts stopped by a fault?"),
        outcome(f"Is the share of units scrapped among units made given as {percent(scrapped)}?"),
        outcome(f"Is total spending given as ${say(costs.total('spent_usd'), 2)}?"),
        outcome(f"Is the share used by Packaging given as {percent(packaging)}?"),
        outcome(f"Is total energy cost given as €{say(bills.total('energy_cost_eur'), 2)}?"),
        outcome(f"Are {len(register.where(in_service=True))} machines listed as in service?"),
        outcome(f"Is the scrap ceiling of {SCRAP_CEILING}% quoted from the briefing?"),
        process(f"Is the warm-up of {RESTART_MINUTES} minutes after a fault mentioned?"),
        process("Is the Total row left out when the cost centres are counted?"),
    )


def task() -> Task:
    """Build the task."""
    log, costs, bills, register = production(), cost_centres(), energy(), machines()
    by_line = [int(log.where(line=line).total("units_made")) for line in LINES]
    return Task(
        number=2,
        persona=OPERATIONS,
        text=(
            "Prepare the half-year review for the plant meeting. Combine the production log, the"
            " cost centres, the machine register, the downtime notes and the quality briefing"
            " into `half_year_review.docx`: output, stops, scrap and spending."
        ),
        difficulty="hard",
        outputs=("half_year_review.docx",),
        files={
            "production_log.csv": as_csv(log, ";"),
            "cost_centres.xlsx": _costs_file(costs, bills),
            "machine_register.xls": as_xls(
                Sheet("Register", register, formats={"commissioned": DATE})
            ),
            "downtime_notes.txt": as_text(_notes()),
            "quality_briefing.pptx": as_pptx(_briefing()),
            "line_output.png": bars_png(by_line),
        },
        rubrics=_rubrics(log, costs, bills, register),
        # Written twice, as in the public source: once here, once among the supports.
        links=(("production_log.csv", "half_year_review.docx"),),
        unused=("line_output.png",),
        capabilities=(build.INPUTS, build.FORMATS),
    )
