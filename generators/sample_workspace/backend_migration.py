"""Task 9, backend: plan the move of the readings service to its new schema."""

from __future__ import annotations

from datetime import date
from random import Random
from string import Template

from generators.sample_workspace import build
from generators.sample_workspace.build import Quirks, Rubric, Task, basic, outcome, process
from generators.sample_workspace.pages import Page, as_text, page, section
from generators.sample_workspace.sheets import DATE, PERCENT, Sheet, as_csv, as_json, as_xlsx, tiny
from generators.sample_workspace.tables import Row, Table, make, percent, say, weighted
from generators.sample_workspace.world import BACKEND, COMPANY, YEAR, day

BATCH_ROWS = 2500
FREEZE_HOURS = 9
DUAL_WRITE_DAYS = 13
RATE_PER_SECOND = 140
BURST = 45
ENDPOINTS = 32
TEAMS = {"Ingest": 12, "Accounts": 6, "Reports": 4}
STATES = {"ready": 10, "in work": 6, "blocked": 3}

_MIGRATE = Template('''"""Copies readings from schema_old.json to schema_new.json in batches."""

BATCH_ROWS = $batch


def convert(row):
    """Split the joined key and turn tenths of a degree into degrees."""
    station, sensor = row["key"].split(":")
    return {"station": station, "sensor": sensor, "value_c": row["tenths"] / 10}


def batches(rows):
    """Cut the rows into pieces that one transaction can hold."""
    for start in range(0, len(rows), BATCH_ROWS):
        yield [convert(row) for row in rows[start : start + BATCH_ROWS]]
''')

_BUCKET = Template("""package example.kestlind.limits;

/** Lets through $rate requests a second, and short bursts of $burst more. */
public final class TokenBucket {
    private double tokens = $burst;
    private long last = 0L;

    public boolean take(long nowMillis) {
        tokens = Math.min($burst, tokens + (nowMillis - last) * $rate / 1000.0);
        last = nowMillis;
        if (tokens < 1) {
            return false;
        }
        tokens -= 1;
        return true;
    }
}
""")


def endpoints() -> Table:
    """List the endpoints that have to move; error rates are fractions, shown in percent."""

    def row(random: Random, number: int) -> Row:
        team, state = weighted(random, TEAMS), weighted(random, STATES)
        rate = random.randrange(1, 60) / 1000
        when = day(random, date(YEAR, 9, 2), 40)
        public = random.random() < 0.4
        calls = random.randrange(300, 90_000)
        return (
            f"{number:04d}",
            f"/v1/{team.lower()}/{number}",
            team,
            state,
            calls,
            rate,
            public,
            when,
        )

    columns = ("endpoint_id", "path", "team", "state", "daily_calls", "error_rate")
    return make("endpoints", (*columns, "public", "due_date"), ENDPOINTS, row)


def load_test() -> Table:
    """List the steps of the load test."""

    def row(random: Random, number: int) -> Row:
        users = number * 25
        median = random.randrange(18, 40) + users // 20
        schema = "new" if number % 2 else "old"
        return number, schema, users, median, random.randrange(0, 9), random.randrange(30, 96)

    columns = ("step", "schema", "users", "median_ms", "failed_calls", "cpu_load")
    return make("load test", columns, 48, row)


def _notes() -> Page:
    return page(
        "Migration notes",
        section(
            "Order",
            f"Both schemas are written in parallel for {DUAL_WRITE_DAYS} days.",
            f"The switch needs a write freeze of {FREEZE_HOURS} hours on a Sunday.",
            "Run migrate_readings.py only after endpoints.xlsx shows no blocked endpoint.",
        ),
        section("Load", "load_test.csv holds the last run; cpu_load is in percent."),
    )


def _schema(version: str, columns: dict[str, str], partitions: int) -> dict[str, object]:
    return {"table": "readings", "version": version, "columns": columns, "partitions": partitions}


def _endpoints_file(table: Table) -> bytes:
    teams = Table(("team", "developers"), (("Ingest", 5), ("Accounts", 3), ("Reports", 2)))
    banner: tuple[Row, ...] = ((f"{COMPANY} endpoints",), ("Backend guild",), ())
    formats = {"error_rate": PERCENT, "due_date": DATE}
    return as_xlsx(
        Sheet("Endpoints", table, above=banner, formats=formats),
        Sheet("Teams", teams),
        tiny("Owner", "contact", "guild lead"),
    )


def _rubrics(table: Table, steps: Table) -> tuple[Rubric, ...]:
    team, owned = table.top("team")
    busiest = table.row_of_highest("daily_calls")
    new = steps.where(schema="new")
    blocked = table.where(state="blocked")
    return (
        basic("Was `migration_plan.md` created with steps, risks and a way back?"),
        outcome(f"Does the plan cover {len(table)} endpoints?"),
        outcome(f"Are {len(table.where(state='ready'))} endpoints reported as ready?"),
        outcome(
            f"Is the share of blocked endpoints given as {percent(table.share(state='blocked'))}?"
        ),
        outcome(f"Is {team} named as the team with most endpoints ({owned})?"),
        outcome(f"Are {say(table.total('daily_calls'))} daily calls given in total?"),
        outcome(
            f"Do blocked endpoints account for {say(blocked.total('daily_calls'))} daily calls?"
        ),
        outcome(f"Is {busiest['path']} named as the endpoint with most daily calls?"),
        outcome(f"Is the average error rate given as {percent(table.mean('error_rate'))}?"),
        outcome(
            "Is the average median_ms of the new schema given as "
            f"{say(new.mean('median_ms'), 1)} ms?"
        ),
        outcome(f"Are {say(steps.total('failed_calls'))} failed calls of the load test reported?"),
        outcome(f"Is the write freeze of {FREEZE_HOURS} hours planned?"),
        outcome(f"Is the batch size of {BATCH_ROWS} rows taken from the script?"),
        process("Is every step given an owner?"),
    )


def task() -> Task:
    """Build the task."""
    table, steps = endpoints(), load_test()
    old = _schema("1", {"key": "text", "tenths": "integer"}, 28)
    new = _schema("2", {"station": "text", "sensor": "text", "value_c": "real"}, 56)
    return Task(
        number=9,
        persona=BACKEND,
        text=(
            "Plan the move of the readings service to the new schema. Read the endpoint list, both"
            " schemas, the migration script, the notes and the load test, and write"
            " `migration_plan.md`."
        ),
        difficulty="medium",
        outputs=("migration_plan.md",),
        files={
            "endpoints.xlsx": _endpoints_file(table),
            "schema_old.json": as_json(old),
            "schema_new.json": as_json(new),
            "migrate_readings.py": _MIGRATE.substitute(batch=BATCH_ROWS).encode(),
            "migration_notes.txt": as_text(_notes()),
            "load_test.csv": as_csv(steps),
            "TokenBucket.java": _BUCKET.substitute(rate=RATE_PER_SECOND, burst=BURST).encode(),
        },
        rubrics=_rubrics(table, steps),
        links=(("schema_old.json", "schema_new.json"), ("migrate_readings.py", "schema_new.json")),
        unused=("TokenBucket.java",),
        capabilities=(build.EXPLORATION, build.INPUTS, build.FORMATS),
        quirks=Quirks(id_as_text=True),
    )
