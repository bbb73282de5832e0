"""Task 3, logistics: report on delayed shipments of the second quarter."""

from __future__ import annotations

from datetime import date
from random import Random

from generators.sample_workspace import build, shared
from generators.sample_workspace.build import Quirks, Rubric, Task, basic, outcome, process
from generators.sample_workspace.office import as_docx
from generators.sample_workspace.pages import Page, as_markdown, page, section
from generators.sample_workspace.pictures import bars_png
from generators.sample_workspace.sheets import as_csv
from generators.sample_workspace.tables import Row, Table, make, percent, say, weighted
from generators.sample_workspace.world import (
    CARRIERS,
    LOGISTICS,
    REGIONS,
    YEAR,
    bell,
    day,
)

RETURN_DAYS = 21
PENALTY = "1.5"
PENALTY_CAP = "9"
GATE_MINUTES = 25
ORDERS = 120
STATUS = {"delivered": 62, "delayed": 30, "returned": 8}
REGION_WEIGHTS = dict(zip(REGIONS, (45, 25, 18, 12), strict=True))
CARRIER_WEIGHTS = dict(zip(CARRIERS, (40, 26, 22, 12), strict=True))
CODES = {"D1": "customs papers missing", "D2": "vehicle fault", "D3": "road closed by weather"}


def shipments() -> Table:
    """List the quarter's orders; only delayed ones carry a delay code."""

    def row(random: Random, number: int) -> Row:
        status = weighted(random, STATUS)
        code = random.choice(list(CODES)) if status == "delayed" else None
        weight = round(bell(random, 15, 240), 1)
        return (
            f"{number * 3 + 700:06d}",
            day(random, date(YEAR, 4, 1), 91),
            weighted(random, REGION_WEIGHTS),
            weighted(random, CARRIER_WEIGHTS),
            weight,
            random.randrange(2, 8) + (5 if status == "delayed" else 0),
            status,
            code,
            round(12 + weight * 0.61, 2),
        )

    columns = ("order_id", "ship_date", "region", "carrier", "weight_kg", "lead_time_days")
    return make("shipments", (*columns, "status", "delay_code", "freight_cost_eur"), ORDERS, row)


def _terms() -> Page:
    return page(
        "Delivery terms",
        section(
            "Returns",
            f"Returns are accepted within {RETURN_DAYS} days of delivery.",
            "Opened calibration seals end the right of return.",
        ),
        section(
            "Late delivery",
            f"For each full week of delay {PENALTY}% of the order value is credited.",
            f"The credit never exceeds {PENALTY_CAP}% of the order value.",
        ),
    )


def _depot_notes() -> Page:
    return page(
        "Depot notes",
        section(
            "Gate",
            f"A lorry waits {GATE_MINUTES} minutes at the Brakke gate on average.",
            "The times in shipments_q2.csv start when the lorry leaves the gate.",
        ),
        section("Codes", "The delay codes are explained in delay_codes.xml."),
    )


def _codes_file() -> bytes:
    lines = [f'  <code id="{code}">{meaning}</code>' for code, meaning in CODES.items()]
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return ("\n".join([head, "<delayCodes>", *lines, "</delayCodes>"]) + "\n").encode()


def _rubrics(orders: Table) -> tuple[Rubric, ...]:
    delayed = orders.where(status="delayed")
    region, in_region = orders.top("region")
    carrier, late = delayed.top("carrier")
    heaviest = orders.row_of_highest("weight_kg")
    late_days = say(delayed.mean("lead_time_days"), 1)
    share = percent(orders.share(status="delayed"))
    return (
        basic("Was `delay_report.md` created?"),
        outcome(
            f"Does the summary report that {len(delayed)} of the {len(orders)} orders were delayed?"
        ),
        outcome(f"Is the share of delayed orders given as {share}?"),
        outcome(f"Is the total shipped weight given as {say(orders.total('weight_kg'), 1)} kg?"),
        outcome(f"Is the average lead time given as {say(orders.mean('lead_time_days'), 1)} days?"),
        outcome(f"Is the average lead time of delayed orders given as {late_days} days?"),
        outcome(f"Is {region} named as the region with most orders ({in_region})?"),
        outcome(f"Is {carrier} named as the carrier with most delayed orders ({late})?"),
        outcome(
            f"Is order {heaviest['order_id']} listed as the heaviest"
            f" with {heaviest['weight_kg']} kg?"
        ),
        outcome(f"Is total freight cost given as €{say(orders.total('freight_cost_eur'), 2)}?"),
        outcome(f"Does the report quote the return period of {RETURN_DAYS} days?"),
        outcome(f"Is the weekly credit of {PENALTY}% for late delivery mentioned?"),
        process("Are the delay codes explained in words rather than copied as codes?"),
        process("Does the report keep delayed and returned orders apart?"),
    )


def task() -> Task:
    """Build the task."""
    orders = shipments()
    counts = [len(orders.where(region=region)) for region in REGIONS]
    report = "delay_report.md"
    return Task(
        number=3,
        persona=LOGISTICS,
        text=(
            "The sales heads want to know how bad deliveries were in the second quarter. Work"
            " from the shipment export, the delay codes, the depot notes and the delivery terms,"
            " and write `delay_report.md` with counts, shares, weights and what customers may"
            " claim."
        ),
        difficulty="medium",
        outputs=(report,),
        files={
            "shipments_q2.csv": as_csv(orders),
            "delay_codes.xml": _codes_file(),
            "delivery_terms.docx": as_docx(_terms()),
            "depot_notes.md": as_markdown(_depot_notes()),
            shared.CARRIERS_NAME: shared.carriers_file(),
            "orders_by_region.png": bars_png(counts),
        },
        rubrics=_rubrics(orders),
        links=(("delay_codes.xml", "shipments_q2.csv"),),
        unused=("orders_by_region.png",),
        capabilities=(build.INPUTS, build.RELATIONS, build.LINEAGE),
        quirks=Quirks(stored_name_edge=("depot_notes.md", report)),
    )
