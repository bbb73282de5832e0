"""Task 5, logistics: compare the carriers' offers in the freight tender."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from generators.sample_workspace import build, shared
from generators.sample_workspace.build import Quirks, Rubric, Task, basic, outcome, process
from generators.sample_workspace.office import as_pptx
from generators.sample_workspace.pages import Page, as_html, as_markdown, page, section
from generators.sample_workspace.sheets import EUROS, PERCENT, Sheet, as_xls, as_xlsx, tiny
from generators.sample_workspace.tables import Row, Table, make, percent, say
from generators.sample_workspace.world import CARRIERS, COMPANY, LOGISTICS, REGIONS, SITES

BOND_EUR = "5,000"
OFFER_VALID_DAYS = 75
PRICE_WEIGHT = 60
QUESTION_HOURS = 48
EMISSION_CLASS = 6
CONTRACT_MONTHS = 30
LANES = tuple(f"{site}-{region}" for site in SITES for region in REGIONS)


def quotes() -> Table:
    """List one offer of each carrier for each lane."""

    def row(random: Random, number: int) -> Row:
        lane, carrier = divmod(number - 1, len(CARRIERS))
        price = round(random.randrange(190, 720) + random.choice((0, 0.5, 0.25)), 2)
        surcharge = random.randrange(30, 140) / 1000
        express = random.random() < 0.35
        days = random.randrange(1, 7)
        return LANES[lane], CARRIERS[carrier], price, surcharge, days, express

    columns = ("lane", "carrier", "price_eur", "fuel_surcharge", "transit_days", "express")
    return make("quotes", columns, len(LANES) * len(CARRIERS), row)


def references() -> Table:
    """List how earlier customers rate the carriers."""

    def row(random: Random, number: int) -> Row:
        return CARRIERS[number - 1], random.randrange(61, 98), random.randrange(2, 20)

    return make("references", ("carrier", "reference_score", "reference_count"), 4, row)


def volumes() -> Table:
    """List the pallets moved on each lane last year."""

    def row(random: Random, number: int) -> Row:
        pallets = random.randrange(40, 620)
        return LANES[number - 1], pallets, random.randrange(70, 900)

    return make("volumes", ("lane", "pallets", "distance_km"), len(LANES), row)


def _quotes_file(offers: Table, scores: Table) -> bytes:
    banner: tuple[Row, ...] = ((f"{COMPANY} freight tender",), ("Prices per pallet",), ())
    formats = {"price_eur": EUROS, "fuel_surcharge": PERCENT}
    return as_xlsx(
        Sheet("Offers", offers, above=banner, formats=formats),
        Sheet("References", scores),
        tiny("Limits", "price cap", "see the rules"),
    )


def _brief() -> Page:
    return page(
        "Tender brief",
        section("Award", f"Price counts for {PRICE_WEIGHT}% of the award score."),
        section("Term", f"The contract runs for {CONTRACT_MONTHS} months without renewal."),
    )


def _rules() -> Page:
    return page(
        "Tender rules",
        section("Bond", f"Every bidder lodges a bond of {BOND_EUR} euros with the offer."),
        section("Validity", f"Offers stay valid for {OFFER_VALID_DAYS} days after opening."),
        section("Vehicles", f"Lorries meet emission class {EMISSION_CLASS} or better."),
    )


def _questions() -> Page:
    return page(
        "Bidders' questions",
        section(
            "How we answer",
            f"Questions are answered within {QUESTION_HOURS} hours on working days.",
            "Prices are read from freight_quotes.xlsx, volumes from lane_volumes.xls.",
        ),
    )


def _rubrics(offers: Table, scores: Table, moved: Table) -> tuple[Rubric, ...]:
    oskand = offers.where(carrier="Oskand Parcel")
    dearest = offers.row_of_highest("price_eur")
    busiest = moved.row_of_highest("pallets")
    best = scores.row_of_highest("reference_score")
    express = offers.where(express=True)
    return (
        basic("Was `tender_comparison.xlsx` created together with `award_note.md`?"),
        outcome(f"Does the comparison cover {len(offers)} offers on {len(moved)} lanes?"),
        outcome(f"Is the average price given as €{say(offers.mean('price_eur'), 2)}?"),
        outcome(f"Is the average price of Oskand Parcel €{say(oskand.mean('price_eur'), 2)}?"),
        outcome(f"Is the highest price of €{say(Fraction(str(dearest['price_eur'])), 2)} flagged?"),
        outcome(
            f"Is the average fuel surcharge given as {percent(offers.mean('fuel_surcharge'))}?"
        ),
        outcome(f"Are {len(express)} express offers counted?"),
        outcome(f"Is the total volume given as {say(moved.total('pallets'))} pallets?"),
        outcome(
            f"Is {busiest['lane']} named as the lane with most pallets ({busiest['pallets']})?"
        ),
        outcome(f"Is {best['carrier']} credited with the top reference score?"),
        outcome(f"Does the note mention that price counts for {PRICE_WEIGHT}% of the award?"),
        outcome(f"Is the bond of {BOND_EUR} euros checked for every bidder?"),
        outcome(f"Is the validity of {OFFER_VALID_DAYS} days stated?"),
        process("Does the note recommend no more than 2 carriers?"),
    )


def task() -> Task:
    """Build the task."""
    offers, scores, moved = quotes(), references(), volumes()
    comparison, note = "tender_comparison.xlsx", "award_note.md"
    return Task(
        number=5,
        persona=LOGISTICS,
        text=(
            "Compare the offers in the freight tender lane by lane, weigh them with last year's"
            " volumes and the rules of the tender, and deliver `tender_comparison.xlsx` and a"
            " short `award_note.md`."
        ),
        difficulty="hard",
        outputs=(comparison, note),
        files={
            "freight_quotes.xlsx": _quotes_file(offers, scores),
            shared.CARRIERS_NAME: shared.carriers_file(),
            "lane_volumes.xls": as_xls(Sheet("Volumes", moved)),
            "tender_brief.pptx": as_pptx(_brief()),
            "tender_rules.html": as_html(_rules()),
            "tender_questions.md": as_markdown(_questions()),
        },
        rubrics=_rubrics(offers, scores, moved),
        links=((comparison, note), ("tender_rules.html", note)),
        unused=("tender_questions.md",),
        capabilities=(build.INPUTS, build.RESULTS, build.LINEAGE),
        quirks=Quirks(lists_as_text={"rubrics": "json"}),
    )
