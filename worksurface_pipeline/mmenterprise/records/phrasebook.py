"""How people of five voices word the same thing: patterns by voice and act.

{s} is what is measured, {S} the same at the start of a sentence, {v} the value, {o} the value that
it replaces, {r} a reason, {d} a document; {n:is|are} agrees with {s}. A pattern is one sentence, so
that a value never stands apart from what it belongs to. What does not belong: which pattern is
taken (`voices`), and how somebody words what he has from others (`hearsay`).
"""

from __future__ import annotations

from collections.abc import Mapping

Patterns = Mapping[str, tuple[str, ...]]

NUMBER: Patterns = {
    "plain": ("{S} came in at {v}.", "We have {v} for {s}.", "{S} {n:is|are} at {v}."),
    "terse": ("{s}: {v}", "{v} for {s}.", "{s} = {v}"),
    "careful": (
        "On the latest check {s} {n:comes|come} out at {v}.",
        "From what I can see, {s} {n:is|are} {v}.",
        "I get {v} for {s}.",
    ),
    "warm": (
        "Good news to share, {s} landed at {v}!",
        "Just finished: {s} {n:is|are} {v} :)",
        "Here we go – {v} for {s}.",
    ),
    "formal": (
        "{S} {n:has|have} been recorded as {v}.",
        "Please note that {s} {n:amounts|amount} to {v}.",
        "For the record, {s} {n:stands|stand} at {v}.",
    ),
}
OTHER: Patterns = {
    "plain": ("{S} {n:is|are} {v}.", "{S} will be {v}.", "As it stands, {s} {n:is|are} {v}."),
    "terse": ("{s}: {v}", "{s} -> {v}", "{v} as {s}."),
    "careful": (
        "As far as I know, {s} {n:is|are} {v}.",
        "If I have it right, {s} {n:is|are} {v}.",
        "To be clear, {s} {n:is|are} {v}.",
    ),
    "warm": (
        "Quick heads-up, {s} {n:is|are} {v}!",
        "So everybody knows: {s} {n:is|are} {v} :)",
        "Happy to say that {s} {n:is|are} {v}.",
    ),
    "formal": (
        "{S} {n:has|have} been set as {v}.",
        "Please take note: {s} {n:is|are} {v}.",
        "It is agreed that {s} {n:is|are} {v}.",
    ),
}
CORRECTS: Patterns = {
    "plain": (
        "Correction on {s}: {n:it is|they are} {v}, not {o}.",
        "{S} should be {v} instead of {o}.",
        "I had {s} wrong, {n:it is|they are} {v} and not {o}.",
    ),
    "terse": ("fix: {s} {n:is|are} {v}, not {o}", "{s}: {v}, not {o}.", "{v} for {s}, not {o}."),
    "careful": (
        "I went back to the source and {s} {n:is|are} {v} rather than {o}.",
        "Having checked again, {s} {n:is|are} {v} and not {o}.",
        "Please read {v} instead of {o} for {s}.",
    ),
    "warm": (
        "Sorry folks, my bad: {s} {n:is|are} {v}, not {o}!",
        "Oops, mixed those up – {s} {n:is|are} {v} instead of {o}.",
        "Thanks for waiting, the right answer for {s} {n:is|are} {v}, not {o} :)",
    ),
    "formal": (
        "Erratum: {s} {n:is|are} {v}; {o} is withdrawn, as it was not correct.",
        "Please correct your copies: {s} {n:reads|read} {v}, not {o}.",
        "{S} {n:has|have} been corrected to {v} instead of {o}.",
    ),
}
CHANGES: Patterns = {
    "plain": (
        "{S} {n:is|are} now {v}, {n:it was|they were} {o} before.",
        "We moved {s} to {v}; previously {n:it was|they were} {o}.",
        "Change of plan for {s}: {v} instead of {o}.",
    ),
    "terse": ("{s} now {v}, was {o}", "{s}: {v} from now on, not {o}.", "{s} -> {v}, was {o}."),
    "careful": (
        "Since this morning {s} {n:is|are} {v}, where {n:it was|they were} {o} until now.",
        "One update, {s} {n:is|are} {v} now rather than {o}.",
        "As of today {s} {n:becomes|become} {v}; earlier {n:it was|they were} {o}.",
    ),
    "warm": (
        "Small change, everyone: {s} {n:is|are} {v} now, {n:it was|they were} {o} :)",
        "Heads-up! {S} {n:is|are} {v} from here on instead of {o}.",
        "Plans move: {s} {n:is|are} {v} now and no longer {o}.",
    ),
    "formal": (
        "With immediate effect {s} {n:is|are} {v}, previously {o}.",
        "Please note that {s} {n:has|have} changed to {v}; {n:it was|they were} {o}.",
        "{S} {n:is|are} revised to {v} instead of {o}.",
    ),
}
DOUBTS: Patterns = {
    "plain": (
        "I don't think {v} is right for {s}.",
        "{S}, given as {v}, {n:looks|look} off to me.",
        "Can somebody check {s}, where we wrote {v}?",
    ),
    "terse": ("{s} {v}? doubt it", "{v} for {s} looks wrong.", "{s}: {v} can't be right."),
    "careful": (
        "I may be missing something, but {v} for {s} does not match my notes.",
        "Before this goes further: are we sure that {s} {n:is|are} {v}?",
        "I cannot reproduce {v} for {s}.",
    ),
    "warm": (
        "Hmm, {v} for {s} surprised me, can we have another look?",
        "Sorry to be that person, but {v} as {s} seems off!",
        "Is it just me or is {v} odd for {s}?",
    ),
    "formal": (
        "I have to query {s}, given as {v}.",
        "What we have for {s}, namely {v}, requires verification.",
        "We should not rely on {v} for {s} until it has been checked.",
    ),
}
DECIDES: Patterns = {
    "plain": (
        "We go with {v} for {s}.",
        "Decided: {s} {n:is|are} {v}.",
        "{S} will be {v}, that is settled.",
    ),
    "terse": ("decided, {s}: {v}", "{s} -> {v}, done.", "going with {v} for {s}."),
    "careful": (
        "After weighing it up, {s} {n:is|are} {v}.",
        "We discussed it at length and {s} will be {v}.",
        "On balance, I propose to fix {s} as {v}, and nobody objected.",
    ),
    "warm": (
        "We have a decision! {S} {n:is|are} {v}.",
        "Great discussion, team: {s} will be {v} :)",
        "All agreed, {v} it is for {s}!",
    ),
    "formal": (
        "It has been decided that {s} {n:is|are} {v}.",
        "Decision: {s} {n:is|are} set to {v}.",
        "The team resolves that {s} shall be {v}.",
    ),
}
REASONS: Patterns = {
    "plain": ("Main reason: {r}.", "That is because {r}.", "Why: {r}."),
    "terse": ("reason: {r}", "because {r}.", "why: {r}"),
    "careful": (
        "The argument that counted was this: {r}.",
        "What tipped it for me: {r}.",
        "We did so because {r}.",
    ),
    "warm": ("The thing is, {r}!", "It comes down to this: {r}.", "Because, well, {r} :)"),
    "formal": (
        "The decision rests on the following: {r}.",
        "Grounds: {r}.",
        "This is justified because {r}.",
    ),
}
ROWS: Patterns = {
    "plain": ("- {S}: {v}", "* {v} for {s}"),
    "terse": ("{s} {v}", "{s}: {v}"),
    "careful": ("- {S}: {v}", "- {S} {n:is|are} {v}"),
    "warm": ("* {S}: {v}", "* {v} for {s}"),
    "formal": ("- {S}: {v}", "- {S} {n:amounts|amount} to {v}"),
}
