"""A ledger from a seed set and a number: the same for the same two, another company for another."""

from __future__ import annotations

from datetime import date
from random import Random

from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.seed import SeedSet
from worksurface_pipeline.mmenterprise.schema.world import World
from worksurface_pipeline.mmenterprise.simulation.clock import WorkClock, working_days
from worksurface_pipeline.mmenterprise.simulation.documents import book_documents
from worksurface_pipeline.mmenterprise.simulation.echo import book_last_words
from worksurface_pipeline.mmenterprise.simulation.errors import plan_slips
from worksurface_pipeline.mmenterprise.simulation.evolving import book_evolving
from worksurface_pipeline.mmenterprise.simulation.figures import book_figures
from worksurface_pipeline.mmenterprise.simulation.meetings import book_meetings
from worksurface_pipeline.mmenterprise.simulation.plan import make_plan
from worksurface_pipeline.mmenterprise.simulation.results import book_results
from worksurface_pipeline.mmenterprise.simulation.stage import Stage
from worksurface_pipeline.mmenterprise.simulation.talk import chat_besides
from worksurface_pipeline.mmenterprise.simulation.world import cast, randomness

# Remarks that hang on nothing; reactions to events come on top.
_REMARKS = 4


def simulate(seed_set: SeedSet, seed: int) -> Ledger:
    """The project that grows from a seed document by one number."""
    return play(seed_set, randomness(seed, seed_set.document))[0]


def play(seed_set: SeedSet, rng: Random) -> tuple[Ledger, Stage]:
    """The ledger and the stage it was played on."""
    played = cast(seed_set.document, rng)
    plan = make_plan(seed_set, played, rng)
    clock = WorkClock(_days(played.world))
    stage = Stage(played, plan, rng, clock, played.world.starts)
    slips = plan_slips(plan, rng)
    book_results(stage, slips)
    book_figures(stage, slips)
    book_evolving(stage)
    book_documents(stage, slips)
    book_meetings(stage)
    book_last_words(stage)
    chat_besides(stage, _REMARKS)
    stage.run()
    slots = tuple(item.slot for item in plan.subjects)
    ledger = Ledger(
        world=played.world, slots=slots, events=tuple(stage.events), states=stage.states()
    )
    return ledger, stage


def _days(world: World) -> tuple[date, ...]:
    """The working days of a world's period."""
    span = (world.ends.date() - world.starts.date()).days + 1
    return tuple(day for day in working_days(world.starts.date(), span) if day <= world.ends.date())
