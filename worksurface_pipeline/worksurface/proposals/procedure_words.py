"""Words of rubrics: those that ask, join or are values, and what is asked by which verb."""

from __future__ import annotations

from worksurface_pipeline.worksurface.tasks.words import stem

_ASKING = "does do did is are was were has have had can could should whether"
ASKING = frozenset(_ASKING.split())
"""Words that a rubric asks with."""
ARTICLES = frozenset({"a", "an", "the"})
_ADVERBS = """
    accurately all also both clearly completely comprehensively correctly directly effectively
    explicitly fully only precisely properly reasonably separately specifically strictly
    successfully
"""
ADVERBS = frozenset(_ADVERBS.split())
"""Words that say how well a thing is to be done: every check is to be passed well."""
_JOINING = """
    and as at between by each every for from in into it no not of on or per than that there to
    under what where which who with within without
"""
JOINING = frozenset(_JOINING.split())
"""Words that join others and stay whatever the workspace."""
_FIGURES = """
    april august billion december dollar dollars eight eleven euro euros february fifth
    fifty first five forty four fourth friday half hundred january july june march million
    monday nine november october percent percentage pound pounds saturday second september
    seven sunday third thirty thousand three thursday tuesday twelve twenty wednesday yuan
"""
FIGURES = frozenset(_FIGURES.split())
"""Figures, currencies, days and months in words."""

_ACTS = {
    "hold": """contain include cover list have provide present hold comprise display""",
    "say": """
        state indicate point mention record specify explain describe show give propose suggest
        recommend define require clarify summarize emphasize conclude analyze note
    """,
    "exist": "exist generated created produced saved named placed stored copied",
    "agree": "match consistent equal correspond align based conform meet follow comply",
    "arrange": """
        divided organized arranged format formatted sorted structured grouped classified marked
        categorized
    """,
    "find": "calculated extracted identified identify counted compared",
}
ACTS = {stem(word): act for act, words in _ACTS.items() for word in words.split()}
"""By stem, what a rubric asks of its subject."""
TITLES = {
    "hold": "What the {subject} must contain",
    "say": "What the {subject} must say",
    "exist": "Handing in the {subject}",
    "agree": "What the {subject} must agree with",
    "arrange": "Arranging the {subject}",
    "find": "Working out the {subject}",
    "come to": "Figures for the {subject}",
}
"""By act, the title of a procedure, fit for subjects in the plural as well.

A figure that follows without any act is what its subject comes to.
"""
BEING = frozenset({"is", "are", "was", "were", "has", "have", "had"})
"""Words that ask whether something was done to the subject."""
_POINTING = "it there you they this that these those each all one two both"
POINTING = frozenset(map(stem, _POINTING.split()))
"""First words that name no subject: the result as a whole is meant."""
_WEAK = """
    about accurate actual basic clear complete core correct current detailed different exactly
    final full given high higher highest main necessary other overall place read real some
    specific there three two based content contents data detail details each file files
    following from have information item items named part parts relevant related total whole with
"""
WEAK = frozenset(map(stem, _WEAK.split()))
"""Words behind an act that alone say too little of what is asked."""
