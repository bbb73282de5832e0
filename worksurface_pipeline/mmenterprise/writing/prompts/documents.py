"""The record stage for reports and decks: all pages or slides of one version at once."""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.mmenterprise.records.documents import day_of, terms
from worksurface_pipeline.mmenterprise.schema.ledger import Event
from worksurface_pipeline.mmenterprise.schema.world import Place, World
from worksurface_pipeline.mmenterprise.writing.asking import Prompt
from worksurface_pipeline.mmenterprise.writing.library import Version
from worksurface_pipeline.mmenterprise.writing.pages import PageBrief
from worksurface_pipeline.mmenterprise.writing.prompts.shared import rules

VERSION = "writing-documents-1"
_TOKENS_EACH, _TOKENS_AROUND = 260, 400  # of a page with its heading and lines; of the frame
_FORMS = {
    Place.REPORT: (
        "write the pages of one version of a report ({deliverable}). A page has a heading and"
        " paragraphs of one to three full sentences, each paragraph a line of its own"
    ),
    Place.DECK: (
        "write the slides of one version of a deck. A slide has a short heading and bullets of a"
        " few words to one short sentence, each a line of its own that fits on one line of a slide"
    ),
}
_TASK = (
    "Task: {form}. Tables, charts and pictures are on the pages already and stay as they are; you"
    " write what stands above them.\n"
    "- Exactly one entry for each page of the list, with its number: a heading of at most 60"
    " characters without any value, and at most `most_lines` lines without bullet signs.\n"
    "- Write real content for whoever reads the {deliverable}: what is looked at and why, how it"
    " was come by, what the reader should do with it. No placeholders, no praise.\n"
    "- Use what the page lists and nothing else. Each value of `to_say` stands in a sentence of its"
    " own together with its `thing` and its `measure`, all three word for word and the value with"
    ' its unit; a value with `instead_of` is followed by that one after the word "not" or the words'
    ' "instead of". Any other value of `says` may be said in the same way; say that it is, not'
    " that it was.\n"
    "- What `shows` lists is to be seen in the picture alone: name it, never its value.\n"
    "- What `pending` lists was not available when this version was written: say of each, thing"
    " and measure word for word in one sentence, that it is pending. Nothing else is pending.\n"
    "- Things that are on other pages are not named here. No ranking, no trend, no comparison of"
    " values in words: whoever wants one looks at the table.\n"
    "- Everything in `must_contain` is written verbatim, `why` word for word as the reason. Nothing"
    " in `must_not_contain` is ever written. People, days and numbers that a page does not list"
    " are left out.\n"
    'Form: {{"pages": [{{"page": 1, "heading": "...", "lines": ["...", "..."]}}]}}'
)


def document_prompt(
    world: World, version: Version, briefs: Sequence[PageBrief], before: Sequence[str]
) -> Prompt:
    """Ask for the words of a version; `before` are the headings of the one before it."""
    event = version.event
    author = next(item for item in world.people if item.id == event.actor)
    deliverable = terms(world.archetype)[2] if version.kind is Place.REPORT else "deck"
    data = {
        "company": world.company,
        "product": world.product,
        "customer": world.customer,
        "title": version.document.title,
        "version": event.version,
        "written_by": {"name": author.name, "role": author.role, "voice": author.voice},
        "written_on": day_of(event),
        "for_the_milestone": _milestone(world, event),
        "headings_of_the_version_before": list(before),
        "pages": list(briefs),
    }
    form = _FORMS[version.kind].format(deliverable=deliverable)
    return Prompt(
        version=VERSION,
        rules=rules(world, _TASK.format(form=form, deliverable=deliverable)),
        data=canonical_json(data),
        room=_TOKENS_AROUND + _TOKENS_EACH * len(briefs),
    )


def _milestone(world: World, event: Event) -> str:
    """What the team works towards at that time, without its date."""
    ahead = [item for item in world.milestones if item.at >= event.at]
    return min(ahead, key=lambda item: item.at).name if ahead else ""
