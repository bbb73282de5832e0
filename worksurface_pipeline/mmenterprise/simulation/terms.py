"""What a project measures and manages beside its seed, by archetype."""

from __future__ import annotations

from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.simulation.words import listed


@dataclass(frozen=True, slots=True)
class Measure:
    """An attribute of a site: its unit, bounds of plausible values and printed decimals."""

    attribute: str
    unit: str
    low: float
    high: float
    decimals: int = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """A question that the team decides: what it is about, the options, reasons for a choice."""

    entity: str
    attribute: str
    options: tuple[str, ...]
    reasons: tuple[str, ...]


SITE = {"research_lab": "{} pilot", "analysis_firm": "{} field office"}
MEASURES = {
    "research_lab": (
        Measure("median response time", "ms", 120, 900),
        Measure("peak memory", "GB", 10, 64),
        Measure("nightly batch time", "min", 20, 180),
        Measure("cost per thousand requests", "EUR", 1.1, 9.5, 2),
        Measure("hand-checked agreement", "%", 70, 98),
        Measure("cold start time", "s", 11, 40),
    ),
    "analysis_firm": (
        Measure("median handling time", "days", 11, 60),
        Measure("response rate", "%", 31, 88),
        Measure("cost per completed case", "EUR", 14, 95, 2),
        Measure("recheck agreement", "%", 80, 99),
        Measure("completed interviews", "", 120, 980, 0),
        Measure("share of late returns", "%", 11, 29),
    ),
}
DRAWN_MEASURES = {
    "research_lab": (
        Measure("share of failed requests", "%", 1.1, 9.9, 2),
        Measure("queue length at the peak hour", "requests", 140, 990, 0),
        Measure("power draw under load", "W", 180, 720),
    ),
    "analysis_firm": (
        Measure("share of incomplete forms", "%", 1.1, 9.9, 2),
        Measure("average waiting time", "min", 11, 59, 2),
        Measure("callbacks in the busiest month", "", 140, 990, 0),
    ),
}
WRITTEN_MEASURES = (
    Measure("hours booked", "h", 210, 640),
    Measure("share of checks closed", "%", 41, 97),
    Measure("travel spend", "EUR", 1100, 4800, 0),
)
CHOICES = {
    "research_lab": (
        Choice(
            "service",
            "storage backend",
            ("columnar store", "object store", "embedded database"),
            ("the nightly load finishes before the morning shift", "restores take minutes"),
        ),
        Choice(
            "customer launch",
            "rollout plan",
            ("staged rollout", "single cutover", "shadow run"),
            ("the customer wants a way back at any time", "support is thin in that week"),
        ),
        Choice(
            "model card",
            "reference setup",
            ("plain configuration", "tuned configuration", "reduced configuration"),
            ("it is the one that the customer can repeat", "it needs no special hardware"),
        ),
    ),
    "analysis_firm": (
        Choice(
            "survey data",
            "weighting scheme",
            ("raking", "cell weighting", "propensity weighting"),
            ("small groups would swing too much otherwise", "the client can follow it by hand"),
        ),
        Choice(
            "client report",
            "annex format",
            ("interactive annex", "printed annex", "spreadsheet annex"),
            ("the board reads it on paper", "the client wants to filter by region"),
        ),
        Choice(
            "forecast",
            "reference scenario",
            ("steady demand", "early recovery", "slow decline"),
            ("it rests on the fewest assumptions", "two reviewers asked for it"),
        ),
    ),
}
WORK_ITEMS = {
    "research_lab": ("error analysis", "load test", "model card", "data audit"),
    "analysis_firm": ("gap analysis", "peer check", "client annex", "source audit"),
}
BUDGETS = {"research_lab": "compute budget", "analysis_firm": "fieldwork budget"}
NAMED = {"research_lab": ("release", "public name"), "analysis_firm": ("report", "working title")}
NAMES = listed(
    "Amber Gate|Blue Ledger|Copper Trail|Deep Current|Evening Bell|First Light|Green Harbour|"
    "High Meadow|Iron Bridge|Long Shore|North Window|Open Field|Quiet Engine|Silver Path",
    "|",
)
CONTRACTORS = listed(
    "Balder Freelance|Corvid Contract|Dovetail Staffing|Elkhorn Partners|Fathom Crew|Grebe Studio",
    "|",
)
STATUSES = ("not started", "in progress", "in review", "done")
# Why an evolving fact changed, by its kind: said after "because".
WHY_CHANGED = {
    "person": (
        "the team needs another pair of hands elsewhere",
        "leave starts earlier than planned",
    ),
    "time": ("the customer asked for more time to read", "two checks are still open"),
    "number": ("the supplier sent a new quote", "the scope became smaller"),
    "choice": ("the first trial showed a weakness", "the customer has a preference"),
    "name": ("the first one was taken by another team", "nobody could spell the first one"),
}
