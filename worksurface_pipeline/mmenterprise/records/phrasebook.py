"""How people of five voices word the same thing: patterns by voice and act.

{s} is what is measured, {S} the same at the start of a sentence, {v} the value, {o} the value that
it replaces, {r} a reason, {d} a document. A pattern is one sentence, so that a value never stands
apart from what it belongs to. What does not belong: which pattern is taken (`voices`).
"""

from __future__ import annotations

from collections.abc import Mapping

Patterns = Mapping[str, tuple[str, ...]]

NUMBER: Patterns = {
    "plain": ("{S} came in at {v}.", "We have {v} for {s}.", "{S} is at {v}."),
    "terse": ("{s}: {v}", "{v} for {s}.", "{s} = {v}"),
    "careful": (
        "On the latest check {s} comes out at {v}.",
        "From what I can see, {s} is {v}.",
        "I get {v} for {s}.",
    ),
    "warm": (
        "Good news to share, {s} landed at {v}!",
        "Just finished: {s} is {v} :)",
        "Here we go – {v} for {s}.",
    ),
    "formal": (
        "{S} has been recorded as {v}.",
        "Please note that {s} amounts to {v}.",
        "For the record, {s} stands at {v}.",
    ),
}
OTHER: Patterns = {
    "plain": ("{S} is {v}.", "{S} will be {v}.", "As it stands, {s} is {v}."),
    "terse": ("{s}: {v}", "{s} -> {v}", "{v} as {s}."),
    "careful": (
        "As far as I know, {s} is {v}.",
        "If I have it right, {s} is {v}.",
        "To be clear, {s} is {v}.",
    ),
    "warm": (
        "Quick heads-up, {s} is {v}!",
        "So everybody knows: {s} is {v} :)",
        "Happy to say that {s} is {v}.",
    ),
    "formal": (
        "{S} has been set as {v}.",
        "Please take note: {s} is {v}.",
        "It is agreed that {s} is {v}.",
    ),
}
CORRECTS: Patterns = {
    "plain": (
        "Correction on {s}: it is {v}, not {o}.",
        "{S} should be {v} instead of {o}.",
        "I had {s} wrong, it is {v} and not {o}.",
    ),
    "terse": ("fix: {s} is {v}, not {o}", "{s}: {v}, not {o}.", "{v} for {s}, not {o}."),
    "careful": (
        "I went back to the source and {s} is {v} rather than {o}.",
        "Having checked again, {s} is {v} and not {o}.",
        "Please read {v} instead of {o} for {s}.",
    ),
    "warm": (
        "Sorry folks, my bad: {s} is {v}, not {o}!",
        "Oops, mixed those up – {s} is {v} instead of {o}.",
        "Thanks for waiting, the right answer for {s} is {v}, not {o} :)",
    ),
    "formal": (
        "Erratum: {s} is {v}; {o} is withdrawn, as it was not correct.",
        "Please correct your copies: {s} reads {v}, not {o}.",
        "{S} has been corrected to {v} instead of {o}.",
    ),
}
CHANGES: Patterns = {
    "plain": (
        "{S} is now {v}, it was {o} before.",
        "We moved {s} to {v}; previously it was {o}.",
        "Change of plan for {s}: {v} instead of {o}.",
    ),
    "terse": ("{s} now {v}, was {o}", "{s}: {v} from now on, not {o}.", "{s} -> {v}, was {o}."),
    "careful": (
        "Since this morning {s} is {v}, where it was {o} until now.",
        "One update, {s} is {v} now rather than {o}.",
        "As of today {s} becomes {v}; earlier it was {o}.",
    ),
    "warm": (
        "Small change, everyone: {s} is {v} now, it was {o} :)",
        "Heads-up! {S} is {v} from here on instead of {o}.",
        "Plans move: {s} is {v} now and no longer {o}.",
    ),
    "formal": (
        "With immediate effect {s} is {v}, previously {o}.",
        "Please note that {s} has changed to {v}; it was {o}.",
        "{S} is revised to {v} instead of {o}.",
    ),
}
DOUBTS: Patterns = {
    "plain": (
        "I don't think {v} is right for {s}.",
        "{S}, given as {v}, looks off to me.",
        "Can somebody check {s}, where we wrote {v}?",
    ),
    "terse": ("{s} {v}? doubt it", "{v} for {s} looks wrong.", "{s}: {v} can't be right."),
    "careful": (
        "I may be missing something, but {v} for {s} does not match my notes.",
        "Before this goes further: are we sure that {s} is {v}?",
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
        "Decided: {s} is {v}.",
        "{S} will be {v}, that is settled.",
    ),
    "terse": ("decided, {s}: {v}", "{s} -> {v}, done.", "going with {v} for {s}."),
    "careful": (
        "After weighing it up, {s} is {v}.",
        "We discussed it at length and {s} will be {v}.",
        "On balance, I propose to fix {s} as {v}, and nobody objected.",
    ),
    "warm": (
        "We have a decision! {S} is {v}.",
        "Great discussion, team: {s} will be {v} :)",
        "All agreed, {v} it is for {s}!",
    ),
    "formal": (
        "It has been decided that {s} is {v}.",
        "Decision: {s} is set to {v}.",
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
    "careful": ("- {S}: {v}", "- {S} is {v}"),
    "warm": ("* {S}: {v}", "* {v} for {s}"),
    "formal": ("- {S}: {v}", "- {S} amounts to {v}"),
}
