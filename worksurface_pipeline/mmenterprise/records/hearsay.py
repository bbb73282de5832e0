"""How people say again what they have from before: no check, run or decision stands behind it.

Whether it still holds they cannot tell, so that what is out of date and what is not sound the same.
"""

from __future__ import annotations

from worksurface_pipeline.mmenterprise.records.phrasebook import Patterns

NUMBER_AGAIN: Patterns = {
    "plain": (
        "In my notes {s} {n:is|are} {v}.",
        "I have {s} down as {v}.",
        "Going by what I wrote down, {s} {n:is|are} {v}.",
        "Last I heard, {s} {n:is|are} {v}.",
    ),
    "terse": (
        "{s}: {v} in my notes",
        "{v} for {s}, from memory.",
        "have {s} down as {v}",
        "last I heard, {s} {n:is|are} {v}",
    ),
    "careful": (
        "The figure that I have in my notes for {s} is {v}.",
        "If my notes can be trusted, {s} {n:is|are} {v}.",
        "I go by {v} for {s}, as passed on to me.",
        "As far as I have heard, {s} {n:is|are} {v}.",
    ),
    "warm": (
        "My notes say {v} for {s} :)",
        "I still go by {v} for {s}!",
        "What I have for {s} is {v}, straight from my notebook!",
        "From memory, {s} {n:is|are} {v} :)",
    ),
    "formal": (
        "According to my notes, {s} {n:is|are} {v}.",
        "The figure that I hold on file for {s} is {v}.",
        "As I have it from the team, {s} {n:is|are} {v}.",
        "My copy gives {v} for {s}.",
    ),
}
OTHER_AGAIN: Patterns = {
    "plain": (
        "As I have it, {s} {n:is|are} {v}.",
        "From what I heard, {s} {n:is|are} {v}.",
        "I have {v} as {s} in my notes.",
        "I go by {v} as {s}.",
    ),
    "terse": (
        "{s}: {v}, as far as I know",
        "still have {v} as {s}.",
        "{s} -> {v} in my notes",
        "{v} as {s}, last I heard.",
    ),
    "careful": (
        "As far as I know, {s} {n:is|are} {v}.",
        "If I remember well, {s} {n:is|are} {v}.",
        "My notes say that {s} {n:is|are} {v}.",
        "What I heard is that {s} {n:is|are} {v}.",
    ),
    "warm": (
        "If you ask me, {s} {n:is|are} {v} :)",
        "I still have {v} as {s} in my notebook!",
        "My notes say that {s} {n:is|are} {v}!",
        "The way I remember it, {s} {n:is|are} {v} :)",
    ),
    "formal": (
        "According to what I have on file, {s} {n:is|are} {v}.",
        "To my knowledge {s} {n:is|are} {v}.",
        "As I have it from the team, {s} {n:is|are} {v}.",
        "My file gives {v} as {s}.",
    ),
}
LEADS_AGAIN: Patterns = {
    "plain": ("What I have in my notes:", "From my notes:", "As far as I have heard:"),
    "terse": ("my notes:", "from memory:", "what I have:"),
    "careful": (
        "This is what stands in my notes, tell me if yours differ:",
        "As it was passed on to me:",
        "I go by the following:",
    ),
    "warm": ("Straight from my notebook:", "This is what I have, dears:", "From memory :)"),
    "formal": (
        "According to my notes:",
        "On file with me are the following:",
        "As I have it from the team:",
    ),
}
