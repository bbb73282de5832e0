"""Task 7, research: evaluate the rain gauges' field trial and its survey."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from generators.sample_workspace import build
from generators.sample_workspace.build import Quirks, Rubric, Task, basic, outcome, process
from generators.sample_workspace.office import as_docx
from generators.sample_workspace.pages import Page, as_html, as_markdown, as_text, page, section
from generators.sample_workspace.sheets import DATE, PERCENT, Sheet, as_csv, as_xlsx, tiny
from generators.sample_workspace.tables import Row, Table, make, percent, say, weighted
from generators.sample_workspace.world import COMPANY, RAIN_GAUGE, REGIONS, RESEARCHER, YEAR

RESPONSES = 90
TRIAL_DAYS = 16
FUNNEL_CM2 = 314
KEEP_YEARS = 5
INTERVIEWS = 11
INTERVIEW_MINUTES = 40
WIND_LOSS_PERCENT = 8
MISSING_CODE = 77
SITE_NAMES = ("Askermoor", "Belvik", "Corrund", "Drenholm")
USES = {"farming": 9, "research": 5, "roads": 4, "schools": 2}


def sites() -> Table:
    """List the trial sites; the share of hours with data is a fraction, shown in percent."""

    def row(random: Random, number: int) -> Row:
        uptime = random.randrange(880, 999) / 1000
        fenced = random.random() < 0.6
        altitude = random.randrange(15, 640)
        return (
            f"{number:03d}",
            SITE_NAMES[number - 1],
            REGIONS[number - 1],
            altitude,
            uptime,
            fenced,
        )

    columns = ("site_id", "site", "region", "altitude_m", "uptime", "fenced")
    return make("trial sites", columns, len(SITE_NAMES), row)


def rainfall() -> Table:
    """List each site's rain day by day; a dry day is 0."""

    def row(random: Random, number: int) -> Row:
        site, days = divmod(number - 1, TRIAL_DAYS)
        rain = round(random.uniform(0.2, 19), 1) if random.random() < 0.55 else 0.0
        return date(YEAR, 5, 6) + timedelta(days=days), SITE_NAMES[site], rain, random.randrange(5)

    columns = ("rain_date", "site", "rainfall_mm", "manual_checks")
    return make("rainfall", columns, len(SITE_NAMES) * TRIAL_DAYS, row)


def survey() -> Table:
    """List the answers of the survey's participants."""
    again = {"yes": 11, "no": 4, "unsure": 5}

    def row(random: Random, number: int) -> Row:
        rating = random.choices((1, 2, 3, 4, 5), weights=(1, 2, 5, 8, 4))[0]
        minutes = random.randrange(6, 55)
        use, choice = weighted(random, USES), weighted(random, again)
        return f"P{number:03d}", random.choice(REGIONS), use, rating, minutes, choice

    columns = ("participant", "region", "main_use", "rating", "setup_minutes", "buy_again")
    return make("survey", columns, RESPONSES, row)


def _codebook() -> Page:
    return page(
        "Codebook",
        section(
            "Columns of survey_responses.csv",
            "rating: 1 is worst and 5 is best.",
            "setup_minutes: from opening the box to the first measured drop.",
            f"Unanswered items were entered as {MISSING_CODE} and removed before export.",
        ),
    )


def _interviews() -> Page:
    uses = tuple((use, f"{use} users asked for a taller mast") for use in USES)
    return page(
        "Interviews",
        section(
            "Who was asked",
            f"We held {INTERVIEWS} interviews of about {INTERVIEW_MINUTES} minutes each.",
            f"All of them own a {RAIN_GAUGE}.",
        ),
        section("Wishes", "The table sums up the wishes.", table=Table(("use", "wish"), uses)),
    )


def _background() -> Page:
    return page(
        "Background reading",
        section("Wind", f"Wind makes open gauges miss {WIND_LOSS_PERCENT}% of the rain."),
        section("Funnel", f"The funnel's opening measures {FUNNEL_CM2} square centimetres."),
    )


def _consent() -> Page:
    return page(
        "Consent note",
        section("Storage", f"Answers are deleted after {KEEP_YEARS} years."),
        section("Names", "trial_sites.xlsx names places only, never the owners of the land."),
    )


def _sites_file(places: Table, rain: Table) -> bytes:
    banner: tuple[Row, ...] = ((f"{COMPANY} field trial",), ())
    return as_xlsx(
        Sheet("Sites", places, above=banner, formats={"uptime": PERCENT}),
        Sheet("Rainfall", rain, formats={"rain_date": DATE}),
        tiny("Version", "checked", "twice"),
    )


def _rubrics(places: Table, rain: Table, answers: Table) -> tuple[Rubric, ...]:
    use, users = answers.top("main_use")
    yes = answers.where(buy_again="yes")
    wettest = rain.row_of_highest("rainfall_mm")
    highest = places.row_of_highest("altitude_m")
    belvik = rain.where(site="Belvik")
    return (
        basic("Were `trial_report.docx` and `trial_figures.csv` created?"),
        outcome(f"Does the report count {len(answers)} survey responses?"),
        outcome(f"Is the average rating given as {say(answers.mean('rating'), 2)}?"),
        outcome(
            f"Is the average setup time given as {say(answers.mean('setup_minutes'), 1)} minutes?"
        ),
        outcome(f"Do {len(yes)} of the participants say yes to buying again?"),
        outcome(
            f"Is the share answering unsure given as {percent(answers.share(buy_again='unsure'))}?"
        ),
        outcome(f"Is {use} named as the commonest main use ({users} participants)?"),
        outcome(f"Is the total rainfall given as {say(rain.total('rainfall_mm'), 1)} mm?"),
        outcome(f"Is the rainfall at Belvik summed to {say(belvik.total('rainfall_mm'), 1)} mm?"),
        outcome(
            f"Is the wettest day, with {wettest['rainfall_mm']} mm, placed at {wettest['site']}?"
        ),
        outcome(f"Is {highest['site']} named as the highest site at {highest['altitude_m']} m?"),
        outcome(f"Is the average uptime given as {percent(places.mean('uptime'))}?"),
        outcome(f"Is the loss of {WIND_LOSS_PERCENT}% through wind mentioned as a limit?"),
        process("Are interviews and survey answers reported separately?"),
    )


def task() -> Task:
    """Build the task."""
    places, rain, answers = sites(), rainfall(), survey()
    return Task(
        number=7,
        persona=RESEARCHER,
        text=(
            "Evaluate the rain gauges' field trial. Bring together the site workbook, the survey"
            " with its codebook, the interviews and the background reading, and deliver"
            " `trial_report.docx` with the figures behind it in `trial_figures.csv`."
        ),
        difficulty="hard",
        outputs=("trial_report.docx", "trial_figures.csv"),
        files={
            "trial_sites.xlsx": _sites_file(places, rain),
            "survey_responses.csv": as_csv(answers),
            "codebook.txt": as_text(_codebook()),
            "interviews.docx": as_docx(_interviews()),
            "background_reading.html": as_html(_background()),
            "consent_note.md": as_markdown(_consent()),
        },
        rubrics=_rubrics(places, rain, answers),
        links=(("codebook.txt", "survey_responses.csv"),),
        unused=("consent_note.md",),
        capabilities=(build.INPUTS, build.FORMATS, build.RELATIONS),
        quirks=Quirks(lists_as_text={"output_files": "python"}),
    )
