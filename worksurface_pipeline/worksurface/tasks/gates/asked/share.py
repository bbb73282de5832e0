"""The base of a share: of what the question takes it, and of what the query does.

Taught by an own question "Of the delayed shipments, what percentage went to Osterlia?" over the
number of all shipments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.worksurface.tasks.gates.asked.parts import Term, said_in, terms_of
from worksurface_pipeline.worksurface.tasks.gates.asked.text import Asked
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree, arguments, dicts

_WORD = r"(?:share|percentage|percent|per cent|proportion|fraction|part)"
_VERB = (
    r"(?:is|are|was|were|that|which|who|has|have|had|do|does|did|went|goes?|come|came|took|made"
    r"|work|works|got|gave|belongs?|[^\W\d_]{2,}ed)"
)
# What the share is taken of stands before the question or behind its word.
_BASES = (
    re.compile(
        rf"\b(?:of|among|amongst) (?P<base>[^,?]+?),\s*(?:what|which|how (?:large|big|high))\b.*"
        rf"\b{_WORD}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b{_WORD} of (?:the |all |those |these )*(?P<base>\S+(?:\s+\S+)*?)\s+{_VERB}\b",
        re.IGNORECASE,
    ),
)
# Without a verb that is known, what stands right behind the word.
_AHEAD = re.compile(rf"\b{_WORD} of (?:the |all |those |these )*(?P<base>\S+\s+\S+)", re.IGNORECASE)


def base_problem(tree: Tree, asked: Asked) -> Iterator[str]:
    """A condition that the question puts on the base, and the query on the part alone."""
    base, part = _terms(tree)
    values = {value for value, is_column in part if not is_column}
    values -= {value for value, is_column in base if not is_column}
    said = next(filter(None, (one.search(asked.text) for one in _BASES)), None)
    if said is None and len(values) > 1:  # "percentage of open requests concern the app"
        said = _AHEAD.search(asked.text)
    for value in sorted(values) if said else ():
        if said and said_in({(value, False)}, said["base"]) >= len(value.split()):
            yield (
                f"the share is asked of “{said['base']}”, but '{value}' does not restrict what"
                " the query divides by"
            )


def _terms(tree: Tree) -> tuple[frozenset[Term], frozenset[Term]]:
    """What restricts the base of a share, and what restricts its part."""
    base = terms_of(tree.get("where_clause"))
    part: frozenset[Term] = frozenset()
    for node in dicts(tree["select_list"]):
        if node.get("function_name") == "/" and len(arguments(node)) > 1:
            base |= terms_of(arguments(node)[1])
            part |= _chosen(arguments(node)[0])
        elif node.get("function_name") in ("avg", "mean"):
            part |= _chosen(node)
    return base, part


def _chosen(node: Tree) -> frozenset[Term]:
    """What the conditions inside a part of a query compare."""
    return terms_of([one for one in dicts(node) if one.get("class") == "COMPARISON"])
