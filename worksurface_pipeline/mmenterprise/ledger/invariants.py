"""What holds of every ledger, whoever wrote it: all violations, as values.

Who speaks (`people`), when (`times`), in which version (`versions`), what is true (`truth`) and
what is wrong (`mistakes`), who contradicts himself (`keepers`), what can be known (`knowledge`),
and what may be read in a text (`texts`). What does not belong: how records word it.
"""

from __future__ import annotations

from worksurface_pipeline.mmenterprise.ledger.keepers import keeper_violations
from worksurface_pipeline.mmenterprise.ledger.knowledge import knowledge_violations
from worksurface_pipeline.mmenterprise.ledger.mistakes import mistake_violations
from worksurface_pipeline.mmenterprise.ledger.people import people_violations
from worksurface_pipeline.mmenterprise.ledger.references import reference_violations
from worksurface_pipeline.mmenterprise.ledger.texts import text_violations
from worksurface_pipeline.mmenterprise.ledger.times import time_violations
from worksurface_pipeline.mmenterprise.ledger.truth import truth_violations
from worksurface_pipeline.mmenterprise.ledger.versions import version_violations
from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.ledger.violations import Violation
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger

_CHECKS = (
    people_violations,
    time_violations,
    version_violations,
    truth_violations,
    mistake_violations,
    keeper_violations,
    knowledge_violations,
    text_violations,
)


def violations(ledger: Ledger) -> tuple[Violation, ...]:
    """All that is wrong with a ledger; nothing for a sound one.

    References come first: while one leads nowhere, nothing else can be said.
    """
    view = View(ledger)
    broken = tuple(reference_violations(view))
    if broken:
        return broken
    return tuple(violation for check in _CHECKS for violation in check(view))
