"""Task 10, product: rank feature requests against the road map and the price list."""

from __future__ import annotations

from datetime import date
from random import Random

from generators.sample_workspace import build, shared
from generators.sample_workspace.build import Rubric, Task, basic, outcome, process
from generators.sample_workspace.office import as_docx, as_pptx
from generators.sample_workspace.pages import Page, as_html, page, section
from generators.sample_workspace.sheets import DOLLARS, PERCENT, Sheet, as_csv, as_xlsx, tiny
from generators.sample_workspace.tables import Row, Table, make, percent, say, weighted
from generators.sample_workspace.world import (
    COMPANY,
    DEALERS,
    PRODUCT,
    PRODUCTS,
    REGIONS,
    STATION,
    YEAR,
    day,
)

REQUESTS = 110
RELEASE_WEEKS = 10
ENGINEERS = 17
BATTERY_MONTHS = 14
RIVAL_RANGE_METRES = 350
TALKS = 23
QUIT_SHARE = 19
AREAS = {"app": 9, "battery": 6, "housing": 4, "export": 3}
STATES = {"open": 10, "planned": 5, "declined": 4}


def requests() -> Table:
    """List the feature requests."""

    def row(random: Random, number: int) -> Row:
        return (
            f"{number * 13:05d}",
            day(random, date(YEAR, 1, 2), 170),
            random.choice(PRODUCTS),
            random.choice(REGIONS),
            weighted(random, AREAS),
            weighted(random, STATES),
            random.randrange(1, 60),
            random.randrange(1, 14),
        )

    columns = ("request_id", "received", "product", "region", "area", "state")
    return make("feature requests", (*columns, "votes", "effort_weeks"), REQUESTS, row)


def prices() -> Table:
    """List each product's price; margins are fractions, shown in percent."""

    def row(random: Random, number: int) -> Row:
        price = random.randrange(40, 400) + 0.95
        margin = random.randrange(180, 460) / 1000
        renewed = random.random() < 0.5
        return f"{number * 100:04d}", PRODUCTS[number - 1], price, margin, renewed

    columns = ("item_code", "product", "list_price_usd", "margin", "on_sale")
    return make("prices", columns, len(PRODUCTS), row)


def _roadmap() -> Page:
    return page(
        "Road map",
        section("Rhythm", f"A release leaves the house every {RELEASE_WEEKS} weeks."),
        section("Team", f"The team has {ENGINEERS} engineers until next spring."),
        section("Order", "Requests are ranked from feature_requests.csv before each release."),
    )


def _talks() -> Page:
    said = (("app", "alarms arrive late"), ("battery", "cells are hard to reach"))
    return page(
        "Customer talks",
        section(
            "What we heard",
            f"We spoke with {TALKS} customers in spring.",
            f"Of all customers {QUIT_SHARE}% gave up the app within a month.",
            table=Table(("area", "complaint"), said),
        ),
        section("Battery", f"Owners expect the battery to last {BATTERY_MONTHS} months."),
    )


def _rivals() -> Page:
    return page(
        "Notes on rivals",
        section("Range", f"The best rival radio reaches {RIVAL_RANGE_METRES} metres outdoors."),
        section("Prices", f"Compare the {STATION} in price_list.xlsx before quoting anything."),
    )


def _prices_file(listed: Table) -> bytes:
    banner: tuple[Row, ...] = ((f"{COMPANY} price list",), ())
    formats = {"list_price_usd": DOLLARS, "margin": PERCENT}
    return as_xlsx(
        Sheet("Prices", listed, above=banner, formats=formats),
        tiny("Terms", "discount", "by agreement"),
    )


def _rubrics(asked: Table, listed: Table) -> tuple[Rubric, ...]:
    area, count = asked.top("area")
    favourite = listed.row_of_highest("margin")
    app = asked.where(area="app")
    planned = asked.share(state="planned")
    return (
        basic("Was `request_ranking.xlsx` created?"),
        outcome(f"Does the ranking cover {len(asked)} feature requests?"),
        outcome(f"Are {len(asked.where(state='open'))} requests listed as open?"),
        outcome(f"Is the share of planned requests given as {percent(planned)}?"),
        outcome(f"Is {area} named as the area with most requests ({count})?"),
        outcome(f"Is the total number of votes given as {say(asked.total('votes'))}?"),
        outcome(f"Do requests in the app area add up to {say(app.total('votes'))} votes?"),
        outcome(f"Is the average effort given as {say(asked.mean('effort_weeks'), 1)} weeks?"),
        outcome(f"Is the average list price given as ${say(listed.mean('list_price_usd'), 2)}?"),
        outcome(f"Is {favourite['product']} named as the product with the highest margin?"),
        outcome(f"Is the release rhythm of {RELEASE_WEEKS} weeks respected?"),
        outcome(f"Does it mention that {QUIT_SHARE}% gave up the app within a month?"),
        outcome(f"Is the network of {DEALERS} dealers taken into account?"),
        process("Are declined requests kept out of the ranking?"),
    )


def task() -> Task:
    """Build the task."""
    asked, listed = requests(), prices()
    return Task(
        number=10,
        persona=PRODUCT,
        text=(
            "Rank the feature requests for the next release. Weigh votes and effort, and use the"
            " road map, the price list, the customer talks and the notes on rivals. Deliver"
            " `request_ranking.xlsx`."
        ),
        difficulty="medium",
        outputs=("request_ranking.xlsx",),
        files={
            "feature_requests.csv": as_csv(asked),
            "roadmap.pptx": as_pptx(_roadmap()),
            "price_list.xlsx": _prices_file(listed),
            "customer_talks.docx": as_docx(_talks()),
            shared.PROFILE_NAME: shared.company_profile(),
            "rival_notes.html": as_html(_rivals()),
        },
        rubrics=_rubrics(asked, listed),
        links=(("customer_talks.docx", "roadmap.pptx"),),
        unused=("rival_notes.html",),
        capabilities=(build.INPUTS, build.FORMATS, build.RELATIONS),
    )
