"""Task 4, logistics: reconcile the stock of two depots with the yearly count."""

from __future__ import annotations

from datetime import date
from random import Random

from generators.sample_workspace import build
from generators.sample_workspace.build import Rubric, Task, basic, outcome, process
from generators.sample_workspace.pages import Page, as_text, page, section
from generators.sample_workspace.pictures import as_pdf
from generators.sample_workspace.sheets import DATE, Sheet, as_csv, as_xlsx, tiny
from generators.sample_workspace.tables import Cell, Row, Table, make, percent, say
from generators.sample_workspace.world import COMPANY, LOGISTICS, PRODUCTS, YEAR, day

HUMIDITY = 55
STACK_METRES = "1.8"
RECOUNT_UNITS = 12
COUNTERS = 14
COMMON = ("sku", "product", "bin", "quantity", "reorder_level")


def _stock(name: str, size: int, extra: tuple[str, Row]) -> Table:
    """Draw a depot's stock; each depot's system exports one column of its own."""
    column, choices = extra

    def row(random: Random, number: int) -> Row:
        level = random.randrange(4, 16) * 5
        quantity = random.randrange(0, level * 4)
        place = f"{random.choice('ABCD')}{random.randrange(1, 40):02d}"
        own: Cell = random.choice(choices)
        return f"{number * 11:05d}", random.choice(PRODUCTS), place, quantity, level, own

    return make(name, (*COMMON, column), size, row)


def brakke() -> Table:
    """List the stock of the Brakke depot."""
    return _stock("stock brakke", 44, ("unit_cost_eur", (18.4, 22.75, 31.2, 64.9, 112.5)))


def lindmoor() -> Table:
    """List the stock of the Lindmoor depot."""
    return _stock("stock lindmoor", 34, ("stock_state", ("sound", "sound", "damaged", "blocked")))


def count(depot: Table) -> Table:
    """Make the count sheet: what was found, beside what the system says."""
    skus, booked = depot.values("sku"), depot.numbers("quantity")

    def row(random: Random, number: int) -> Row:
        system = int(booked[number - 1])
        counted = max(0, system + random.choice((0, 0, 0, 0, -1, -2, 1, -5)))
        when = day(random, date(YEAR, 6, 3), 12)
        return skus[number - 1], system, counted, counted - system, when

    columns = ("sku", "system_quantity", "counted_quantity", "difference", "count_date")
    return make("stock count", columns, len(depot), row)


def chinese_sheet() -> Table:
    """List the consignment stock that a partner keeps, in the partner's own language."""
    goods = ("雨量计", "风速计", "气压计", "温度计")

    def row(random: Random, number: int) -> Row:
        return goods[number - 1], random.randrange(20, 90), random.choice(("东库", "西库"))

    return make("consignment", ("品名", "数量", "仓库"), len(goods), row)


def _count_file(counted: Table, consignment: Table) -> bytes:
    banner: tuple[Row, ...] = ((f"{COMPANY}: yearly count, Brakke",), ())
    return as_xlsx(
        Sheet("Count", counted, above=banner, formats={"count_date": DATE}),
        Sheet("寄售库存", consignment),
        tiny("Sign-off", "counted by", "depot team", "signed"),
    )


def _rules() -> Page:
    return page(
        "Storage rules",
        section("Climate", f"Relative humidity in the racks stays below {HUMIDITY}%."),
        section("Stacking", f"Cartons are stacked no higher than {STACK_METRES} metres."),
    )


def _protocol() -> Page:
    return page(
        "Count protocol",
        section(
            "Recounts",
            f"A difference of more than {RECOUNT_UNITS} units is counted a second time.",
            f"The count was done by {COUNTERS} people in two shifts.",
        ),
        section("Sources", "Compare stock_count.xlsx with stock_brakke.csv line by line."),
    )


def _rubrics(north: Table, south: Table, counted: Table, partner: Table) -> tuple[Rubric, ...]:
    damaged = south.share(stock_state="damaged")
    product, lines = north.top("product")
    unchanged = len(counted.where(difference=0))
    return (
        basic("Was `stock_reconciliation.xlsx` created?"),
        outcome(f"Does it list {len(north)} stock lines for Brakke?"),
        outcome(f"Does it list {len(south)} stock lines for Lindmoor?"),
        outcome(f"Is the total quantity at Brakke given as {say(north.total('quantity'))} units?"),
        outcome(
            f"Is the total quantity at Lindmoor given as {say(south.total('quantity'))} units?"
        ),
        outcome(f"Is {product} named as the product with most stock lines at Brakke ({lines})?"),
        outcome(f"Is the share of damaged stock lines at Lindmoor given as {percent(damaged)}?"),
        outcome(f"Are {unchanged} of the {len(counted)} counted lines shown without difference?"),
        outcome(
            "Is the counted quantity given as "
            f"{say(counted.total('counted_quantity'))} units in total?"
        ),
        outcome(f"Is the consignment stock (数量) added up to {say(partner.total('数量'))} units?"),
        outcome(f"Is the recount rule of more than {RECOUNT_UNITS} units applied?"),
        outcome(f"Is the humidity limit of {HUMIDITY}% quoted?"),
        process("Are the two depot exports kept in separate sheets?"),
    )


def task() -> Task:
    """Build the task."""
    north, south, partner = brakke(), lindmoor(), chinese_sheet()
    counted = count(north)
    return Task(
        number=4,
        persona=LOGISTICS,
        text=(
            "Reconcile the depots' stock exports with the yearly count and the consignment sheet."
            " Follow the count protocol and the storage rules and deliver"
            " `stock_reconciliation.xlsx` with one sheet per depot and a list of differences."
        ),
        difficulty="hard",
        outputs=("stock_reconciliation.xlsx",),
        files={
            "stock_brakke.csv": as_csv(north),
            "stock_lindmoor.csv": as_csv(south),
            "stock_count.xlsx": _count_file(counted, partner),
            "storage_rules.pdf": as_pdf(_rules()),
            "count_protocol.txt": as_text(_protocol()),
        },
        rubrics=_rubrics(north, south, counted, partner),
        links=(("stock_brakke.csv", "stock_count.xlsx"),),
        capabilities=(build.EXPLORATION, build.INPUTS, build.FORMATS),
    )
