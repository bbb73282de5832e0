"""Pages on which people read items with their evidence beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from worksurface_pipeline.review.records import AuditPlan, ItemVote, ReviewItem
from worksurface_pipeline.site import pieces

_CHARACTERS = 4_000  # of a claim or source
_MOST_ITEMS = 2_000  # on one page; more are counted, and stand in the stored records


def item_page(code: str, item: ReviewItem, pictures: Mapping[str, bytes] | None = None) -> str:
    """One item with its evidence, for an annotator: it tells neither id nor origin."""
    body = [item_body(item, pictures or {})]
    if item.browse:
        body.append(pieces.paragraph(pieces.link("Everything on record", f"../{item.browse}")))
    return pieces.page_html(f"Item {code}", (), *body)


def review_page(
    title: str,
    groups: Mapping[str, Sequence[ReviewItem]],
    votes: Mapping[str, Sequence[ItemVote]] | None = None,
    pictures: Mapping[str, bytes] | None = None,
) -> str:
    """Items in named groups (such as quarantined and audited), each with evidence and votes.

    `votes` are by item id, `pictures` by the name that proofs give them.
    """
    shown = pictures or {}
    given = votes or {}
    nav = [(name, f"#group-{place}") for place, name in enumerate(groups)]
    body = [
        _group(f"group-{place}", name, items, given, shown)
        for place, (name, items) in enumerate(groups.items())
    ]
    return pieces.page_html(title, nav, *body)


def votes_by_item(plan: AuditPlan, votes: Sequence[ItemVote]) -> Mapping[str, Sequence[ItemVote]]:
    """Votes by the id of the item that they are on, annotators in the order of the plan."""
    order = {name: place for place, name in enumerate(plan.annotators)}
    ids = {entry.code: entry.item.id for entry in plan.entries}
    found: dict[str, list[ItemVote]] = {}
    for vote in sorted(votes, key=lambda vote: order[vote.annotator]):
        found.setdefault(ids[vote.code], []).append(vote)
    return found


def item_body(item: ReviewItem, pictures: Mapping[str, bytes]) -> Markup:
    """Question, answer, facts and proofs."""
    head = [
        ("question", item.question),
        ("answer", item.answer),
        *(("fact", fact) for fact in item.facts),
    ]
    parts = [pieces.facts(head)]
    for number, proof in enumerate(item.proofs, start=1):
        parts.append(pieces.paragraph(pieces.badge(f"proof {number}"), " ", proof.title))
        if proof.claim:
            parts.append(pieces.block(proof.claim, _CHARACTERS))
            parts.append(pieces.paragraph("as it stands in the source"))
        parts.append(pieces.block(proof.source, _CHARACTERS))
        if proof.picture in pictures:
            parts.append(pieces.inline_picture(pictures[proof.picture], proof.title))
    return pieces.join(parts)


def _group(
    anchor: str,
    name: str,
    items: Sequence[ReviewItem],
    votes: Mapping[str, Sequence[ItemVote]],
    pictures: Mapping[str, bytes],
) -> Markup:
    shown = [_item(item, votes.get(item.id, ()), pictures) for item in items[:_MOST_ITEMS]]
    left = len(items) - len(shown)
    if left:
        shown.append(pieces.note(f"{left} more are in the stored records"))
    return pieces.section(anchor, f"{name}: {len(items)}", *shown)


def _item(item: ReviewItem, votes: Sequence[ItemVote], pictures: Mapping[str, bytes]) -> Markup:
    parts = [pieces.note(item.reason)] if item.reason else []
    parts.append(item_body(item, pictures))
    if votes:
        parts.append(pieces.bullets([_vote(vote) for vote in votes]))
    summary = pieces.join((pieces.badge(item.stratum), " ", item.question))
    return pieces.details(summary, *parts)


def _vote(vote: ItemVote) -> Markup:
    said = f"{vote.annotator}, {vote.criterion}: {vote.vote}"
    return pieces.join((said, f" ({vote.comment})" if vote.comment else ""))
