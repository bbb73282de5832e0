"""Task 8, backend: review an incident of the telemetry gateway."""

from __future__ import annotations

from random import Random
from string import Template

from generators.sample_workspace import build
from generators.sample_workspace.build import Rubric, Task, basic, outcome, process
from generators.sample_workspace.pages import Page, as_markdown, page, section
from generators.sample_workspace.pictures import as_pdf
from generators.sample_workspace.sheets import as_csv, as_json
from generators.sample_workspace.tables import Row, Table, make, percent, say, weighted
from generators.sample_workspace.world import BACKEND, DOMAIN, STATION, YEAR

REQUESTS = 200
TIMEOUT_MS = 4500
POOL_SIZE = 24
MAX_RETRIES = 6
BACKOFF_SECONDS = "0.75"
OUTAGE_MINUTES = 52
BACKLOG = "8,300"
CREDIT_HOURS = 72
AVAILABILITY = "99.7"
PAGE_AFTER_SECONDS = 90
ROUTES = {"/readings": 52, "/stations": 21, "/alarms": 15, "/login": 12}
CODES = {"200": 74, "429": 6, "503": 13, "504": 7}

_RETRY = Template('''"""Retries of the gateway; the limits match gateway_config.json."""

MAX_RETRIES = $retries
BACKOFF_SECONDS = $backoff


def waits():
    """Give the pauses between attempts: each twice as long as the last."""
    return [BACKOFF_SECONDS * 2**attempt for attempt in range(MAX_RETRIES)]
''')

_CLIENT = Template("""package example.kestlind.gateway;

/** Sends readings of a $station to the gateway. */
public final class GatewayClient {
    private static final int TIMEOUT_MS = $timeout;
    private static final int POOL_SIZE = $pool;

    private final String host;

    public GatewayClient(String host) {
        this.host = host;
    }

    public String address(String route) {
        return "https://" + host + route + "?timeout=" + TIMEOUT_MS;
    }

    public int connections() {
        return POOL_SIZE;
    }
}
""")

_ALERTS = Template("""<?xml version="1.0" encoding="UTF-8"?>
<alertRules>
  <rule name="gateway-errors" pageAfterSeconds="$seconds">
    <description>Pages the developer on call after $seconds seconds of errors.</description>
  </rule>
  <rule name="slow-login" pageAfterSeconds="never"/>
</alertRules>
""")


def requests() -> Table:
    """List a sample of the day's requests; errors take longer, as they wait for the timeout."""

    def row(random: Random, number: int) -> Row:
        code = int(weighted(random, CODES))
        latency = random.randrange(20, 380) + (TIMEOUT_MS if code == 504 else 0)
        second = number * 61
        clock = f"{YEAR}-03-14 {8 + second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"
        size = random.randrange(200, 9000)
        cached = "true" if random.random() < 0.25 else "false"
        return f"{number * 7919:08x}", clock, weighted(random, ROUTES), code, latency, size, cached

    columns = ("request_id", "logged_at", "route", "status_code", "latency_ms")
    return make("requests", (*columns, "bytes_sent", "cached"), REQUESTS, row)


def _timeline() -> Page:
    return page(
        "Incident timeline, 14 March",
        section(
            "What happened",
            f"The gateway refused readings for {OUTAGE_MINUTES} minutes.",
            f"At the peak {BACKLOG} readings waited in the queue.",
            "The requests are sampled in request_log.csv.",
        ),
        section(
            "First findings",
            "The pool in gateway_config.json was too small for the retries of retry_policy.py.",
        ),
    )


def _levels() -> Page:
    return page(
        "Service levels",
        section("Promise", f"The gateway is available for {AVAILABILITY}% of each month."),
        section("Credit", f"Customers ask for credit within {CREDIT_HOURS} hours of an outage."),
    )


def _config() -> dict[str, object]:
    return {
        "host": f"gateway.{DOMAIN}",
        "pool": {"size": POOL_SIZE, "queue": 512},
        "timeout_ms": TIMEOUT_MS,
        "retries": {"max": MAX_RETRIES, "backoff_seconds": float(BACKOFF_SECONDS)},
    }


def _rubrics(log: Table) -> tuple[Rubric, ...]:
    route, hits = log.top("route")
    slow = log.where(status_code=504)
    refused = log.where(status_code=503)
    busy, refusals = refused.top("route")
    unavailable = percent(log.share(status_code=503))
    return (
        basic("Was `postmortem.md` created with a timeline, causes and actions?"),
        outcome(f"Does it say that the log samples {len(log)} requests?"),
        outcome(f"Are {len(refused)} requests with status code 503 counted?"),
        outcome(f"Is the share of requests with status code 503 given as {unavailable}?"),
        outcome(f"Is the average latency given as {say(log.mean('latency_ms'), 1)} ms?"),
        outcome(
            "Is the average latency of requests with status code 504 given as "
            f"{say(slow.mean('latency_ms'), 1)} ms?"
        ),
        outcome(f"Is the highest latency given as {say(log.highest('latency_ms'))} ms?"),
        outcome(f"Is {route} named as the route with most requests ({hits})?"),
        outcome(f"Does {busy} lead the requests with status code 503, with {refusals}?"),
        outcome(f"Is the outage put at {OUTAGE_MINUTES} minutes?"),
        outcome(f"Is the configured timeout of {TIMEOUT_MS} ms quoted from the configuration?"),
        outcome(f"Does it explain that up to {MAX_RETRIES} retries filled a pool of {POOL_SIZE}?"),
        outcome(f"Is the promised availability of {AVAILABILITY}% mentioned?"),
        process("Are causes told apart from symptoms without blaming people?"),
    )


def task() -> Task:
    """Build the task."""
    log = requests()
    client = _CLIENT.substitute(station=STATION, timeout=TIMEOUT_MS, pool=POOL_SIZE)
    return Task(
        number=8,
        persona=BACKEND,
        text=(
            "Write the postmortem of the gateway outage of 14 March. Use the request sample, the"
            " timeline, the configuration, the retry code, the client and the service levels;"
            " deliver `postmortem.md`."
        ),
        difficulty="hard",
        outputs=("postmortem.md",),
        files={
            "request_log.csv": as_csv(log),
            "incident_timeline.md": as_markdown(_timeline()),
            "gateway_config.json": as_json(_config()),
            "retry_policy.py": _RETRY.substitute(
                retries=MAX_RETRIES, backoff=BACKOFF_SECONDS
            ).encode(),
            "GatewayClient.java": client.encode(),
            "service_levels.pdf": as_pdf(_levels()),
            "alert_rules.xml": _ALERTS.substitute(seconds=PAGE_AFTER_SECONDS).encode(),
        },
        rubrics=_rubrics(log),
        links=(("gateway_config.json", "GatewayClient.java"),),
        unused=("alert_rules.xml",),
        capabilities=(build.EXPLORATION, build.INPUTS, build.LINEAGE),
    )
