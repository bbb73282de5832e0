"""An ELSE branch that gives a value to whatever the branches before it do not know.

Taught by ws_lite_388_aq001 (ELSE 3 counts the header and the banner row as a rating, and the
coding 1, 2, 3 stands nowhere in the data) and by field report 1 (COUNT with ELSE 0).
"""

from __future__ import annotations

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, tables_of

NAME = "else_branch"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds an ELSE that is not NULL."""
    for item, shape in tables_of(task):
        if shape.else_values:
            detail = (
                f"the query on {item.table} gives {shape.else_values[0]} to every row that no"
                " branch names, headers and banners among them; the coding is not in the data"
            )
            reason = "ELSE branch counts rows that no branch names"
            return finding(NAME, reason, detail, context, Checked.RECORD)
    return None
