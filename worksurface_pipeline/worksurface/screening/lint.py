"""Three rule-based auditors with different rules: form, proof, pool. They stand in offline.

Their votes are `lint_votes`: they decide an offline release by the same rule, and are no screen by
models. Each has a rule for every criterion; a rule returns what is wrong, "" when nothing is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from worksurface_pipeline.harness.panel.ballots import Ballot, Judgement, Verdict
from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.screening.lint_form import FORM_RULES
from worksurface_pipeline.worksurface.screening.lint_pool import POOL_RULES
from worksurface_pipeline.worksurface.screening.lint_proof import PROOF_RULES
from worksurface_pipeline.worksurface.screening.lint_world import LintWorld, lint_world
from worksurface_pipeline.worksurface.screening.prompt import CRITERION_NAMES
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

LINT_VERSION = "1"
"""Raise with any change of a rule."""
Rule = Callable[[AtomicTask, LintWorld], str]
_RULES: Mapping[str, Mapping[str, Rule]] = {
    "lint/form": FORM_RULES,
    "lint/pool": POOL_RULES,
    "lint/proof": PROOF_RULES,
}


def lint_ballots(
    tasks: Sequence[AtomicTask], surfaces: Surfaces, auditor: str
) -> tuple[Ballot, ...]:
    """One auditor's ballots, in the order of the tasks."""
    world = lint_world(tasks, surfaces)
    return tuple(_ballot(task, world, auditor) for task in tasks)


def _ballot(task: AtomicTask, world: LintWorld, auditor: str) -> Ballot:
    rules = _RULES[auditor]
    found = {name: rules[name](task, world) for name in CRITERION_NAMES}
    return Ballot(
        item=task.id,
        auditor=auditor,
        key=digest_json([LINT_VERSION, auditor, task]),
        judgements=tuple(
            Judgement(
                criterion=name,
                verdict=Verdict.NO if problem else Verdict.YES,
                reason=problem or "no rule objects",
            )
            for name, problem in found.items()
        ),
        prompt_version=LINT_VERSION,
    )
