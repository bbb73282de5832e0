"""Task 11, product: report on the launch of the weather station."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from generators.sample_workspace import build
from generators.sample_workspace.build import Quirks, Rubric, Task, basic, outcome, process
from generators.sample_workspace.pages import Page, as_markdown, as_text, page, section
from generators.sample_workspace.pictures import as_pdf
from generators.sample_workspace.sheets import (
    DATE,
    DOLLARS,
    Sheet,
    as_csv,
    as_json,
    as_xlsx,
    records,
    tiny,
)
from generators.sample_workspace.tables import Row, Table, make, percent, say, weighted
from generators.sample_workspace.world import COMPANY, PRODUCT, REGIONS, STATION, YEAR, person

TESTERS = 80
WEEKS = 9
GOAL_UNITS = "1,900"
WARRANTY_MONTHS = 36
WEIGHT_GRAMS = 780
UPDATE_MINUTES = 11
PRESS_SAMPLES = 27
CHANNELS = {"dealer": 9, "web shop": 6, "fair": 2}
MOODS = {"happy": 11, "neutral": 6, "annoyed": 4}
TOPICS = {"pairing": 8, "battery": 5, "mounting": 3}


def feedback() -> Table:
    """List what the testers said."""

    def row(random: Random, number: int) -> Row:
        score = random.choices((4, 5, 6, 7, 8, 9, 10), weights=(1, 2, 3, 5, 6, 4, 2))[0]
        mood, channel = weighted(random, MOODS), weighted(random, CHANNELS)
        recommends = "yes" if score > 6 else "no"
        return f"T{number:03d}", person(random), channel, mood, score, recommends

    columns = ("tester_id", "tester", "channel", "mood", "score", "recommends")
    return make("feedback", columns, TESTERS, row)


def sales() -> Table:
    """List the sales of each week and region."""

    def row(random: Random, number: int) -> Row:
        week, region = divmod(number - 1, len(REGIONS))
        start = date(YEAR, 5, 6) + timedelta(weeks=week)
        units = random.randrange(18, 95)
        return start, REGIONS[region], units, round(units * 249.9, 2), random.random() < 0.25

    columns = ("week_start", "region", "units_sold", "revenue_usd", "promotion")
    return make("sales", columns, WEEKS * len(REGIONS), row)


def tickets() -> Table:
    """List the support tickets."""

    def row(random: Random, number: int) -> Row:
        hours = random.randrange(1, 70)
        solved = random.random() < 0.8
        return f"S{number:03d}", weighted(random, TOPICS), hours, solved

    return make("tickets", ("ticket", "topic", "hours_open", "solved"), 16, row)


def _plan() -> Page:
    return page(
        "Launch plan",
        section(
            "Goal",
            f"The goal is {GOAL_UNITS} units in the first {WEEKS} weeks.",
            "Sales are followed in weekly_sales.xlsx, tickets in support_tickets.json.",
        ),
        section("Press", f"We lend {PRESS_SAMPLES} sample units to the press."),
    )


def _release_note() -> Page:
    return page(
        "Release note",
        section(
            "Update",
            f"Installing the update takes {UPDATE_MINUTES} minutes.",
            "Complaints about pairing in beta_feedback.csv led to the new start screen.",
        ),
    )


def _press_kit() -> Page:
    return page(
        "Press kit",
        section("Instrument", f"The {STATION} weighs {WEIGHT_GRAMS} grams without its mast."),
        section("Warranty", f"The warranty runs for {WARRANTY_MONTHS} months."),
    )


def _sales_file(sold: Table) -> bytes:
    totals = (int(sold.total("units_sold")), float(sold.total("revenue_usd")))
    return as_xlsx(
        Sheet(
            "Weekly sales",
            sold,
            above=((f"{COMPANY}: {STATION}",), ("Sales desk",), ()),
            below=(("Total", None, *totals),),
            formats={"week_start": DATE, "revenue_usd": DOLLARS},
        ),
        tiny("Status", "figures", "final"),
    )


def _rubrics(said: Table, sold: Table, calls: Table) -> tuple[Rubric, ...]:
    channel, heard = said.top("channel")
    osterlia = sold.where(region="Osterlia")
    best = sold.row_of_highest("units_sold")
    topic, most = calls.top("topic")
    return (
        basic("Were `launch_report.md` and `launch_slides.pptx` created?"),
        outcome(f"Does the report count {len(said)} testers?"),
        outcome(f"Are {len(said.where(mood='annoyed'))} testers described as annoyed?"),
        outcome(f"Is the share of happy testers given as {percent(said.share(mood='happy'))}?"),
        outcome(f"Is the average score given as {say(said.mean('score'), 2)}?"),
        outcome(f"Is {channel} named as the commonest channel, with {heard} testers?"),
        outcome(f"Are {say(sold.total('units_sold'))} units sold reported in total?"),
        outcome(f"Is total revenue given as ${say(sold.total('revenue_usd'), 2)}?"),
        outcome(f"Does the region Osterlia reach {say(osterlia.total('units_sold'))} units sold?"),
        outcome(
            f"Is the best week's figure, {best['units_sold']} units, put down to {best['region']}?"
        ),
        outcome(f"Is {topic} named as the topic of most tickets ({most})?"),
        outcome(f"Are sales measured against the goal of {GOAL_UNITS} units?"),
        outcome(f"Is the warranty of {WARRANTY_MONTHS} months stated?"),
        process("Do the slides repeat the report's figures unchanged?"),
    )


def task() -> Task:
    """Build the task."""
    said, sold, calls = feedback(), sales(), tickets()
    report, slides = "launch_report.md", "launch_slides.pptx"
    return Task(
        number=11,
        persona=PRODUCT,
        text=(
            f"Report on the launch of the {STATION}: testers' feedback, sales by region against"
            " the goal, and support tickets. Deliver `launch_report.md` and a slide version,"
            " `launch_slides.pptx`."
        ),
        difficulty="easy",
        outputs=(report, slides),
        files={
            "beta_feedback.csv": as_csv(said),
            "weekly_sales.xlsx": _sales_file(sold),
            "support_tickets.json": as_json(records(calls)),
            "launch_plan.md": as_markdown(_plan()),
            "release_note.txt": as_text(_release_note()),
            "press_kit.pdf": as_pdf(_press_kit()),
        },
        rubrics=_rubrics(said, sold, calls),
        links=((report, slides), ("beta_feedback.csv", "release_note.txt")),
        capabilities=(build.INPUTS, build.RESULTS, build.LINEAGE),
        quirks=Quirks(lists_as_text={"tested_capabilities": "json"}),
    )
