"""What people of five voices write around their values: pictures, documents, remarks, greetings.

{d} is a document or picture. None of these holds a value.
"""

from __future__ import annotations

from worksurface_pipeline.mmenterprise.records.phrasebook import Patterns

POINTS: Patterns = {
    "plain": (
        "Values are in the attached {d}.",
        "See the {d} for the numbers.",
        "I put it all in the {d}.",
    ),
    "terse": ("see {d}", "numbers in {d}", "{d} attached"),
    "careful": (
        "Please read the values off the attached {d}, I would rather not retype them.",
        "The {d} shows what we have so far.",
        "Details are in the {d}; tell me if something is hard to read.",
    ),
    "warm": (
        "Have a look at the {d}, it is all there!",
        "The {d} says it better than I can :)",
        "Made you a {d}, enjoy!",
    ),
    "formal": (
        "The values are set out in the attached {d}.",
        "Please refer to the {d} attached.",
        "The attached {d} contains the particulars.",
    ),
}
CORRECTED_POINTS: Patterns = {
    "plain": (
        "The earlier one was wrong, please use the attached {d}.",
        "Fixed the values, see the new {d}.",
        "Here is a corrected {d}.",
    ),
    "terse": ("old one wrong, new {d} attached", "fixed {d}", "use this {d}"),
    "careful": (
        "I found a slip in what we had, so please go by the attached {d} from now on.",
        "Having checked again, I redid the {d}; the earlier values no longer hold.",
        "The {d} replaces what was shown before.",
    ),
    "warm": (
        "Sorry, that one had a mistake, here is a better {d}!",
        "Second try, the {d} is right this time :)",
        "Thanks for spotting it, I redrew the {d}.",
    ),
    "formal": (
        "The previous values are withdrawn; please use the attached {d}.",
        "A corrected {d} is attached.",
        "The attached {d} supersedes the earlier one.",
    ),
}
DOUBTED_POINTS: Patterns = {
    "plain": (
        "Something in the {d} looks off to me, I marked it in the attachment.",
        "Can somebody check the attached {d}?",
        "I don't think the {d} is right, see attachment.",
    ),
    "terse": ("{d} looks wrong, see attached", "check {d}", "{d}: can't be right"),
    "careful": (
        "I may be missing something, but the attached {d} does not match my notes.",
        "Before this goes further, are we sure about the attached {d}?",
        "I cannot reproduce what the attached {d} shows.",
    ),
    "warm": (
        "Hmm, the {d} surprised me, can we have another look?",
        "Sorry to be that person, but the attached {d} seems off!",
        "Is it just me or is the {d} odd? I attached it again.",
    ),
    "formal": (
        "I have to query the attached {d}.",
        "What the attached {d} shows requires verification.",
        "We should not rely on the attached {d} until it has been checked.",
    ),
}
RELEASES: Patterns = {
    "plain": ("{d} is up.", "I uploaded {d}.", "{d} is ready to read."),
    "terse": ("{d} up", "{d} done", "new: {d}"),
    "careful": (
        "I have put {d} in the folder, comments are welcome before it goes further.",
        "{d} is there; it has what was known when I wrote it.",
        "Please take a look at {d} when you find the time.",
    ),
    "warm": ("{d} is out, thanks all!", "And here comes {d} :)", "Proud to share {d} with you!"),
    "formal": (
        "{d} has been filed.",
        "Please find {d} in the folder.",
        "{d} is herewith made available.",
    ),
}
ANNOUNCES: Patterns = {
    "plain": (
        "There is a new {d} in the folder.",
        "I put the {d} next to the others.",
        "The {d} is in the folder now.",
    ),
    "terse": ("{d} is in the folder", "new {d} up", "drew the {d}, have a look"),
    "careful": (
        "I have drawn the {d}; please look at it yourselves rather than ask me for the values.",
        "The {d} is in the folder, I would be glad if somebody compared it with the log.",
        "You will find the {d} among the pictures, it shows what we have so far.",
    ),
    "warm": (
        "New {d} in the folder, have a look!",
        "Tadaa, the {d} is there :)",
        "The {d} says it better than I can, it is in the folder!",
    ),
    "formal": (
        "The {d} has been placed in the folder.",
        "Please consult the {d} in the folder.",
        "The {d} is available for inspection.",
    ),
}
SUSPECTS: Patterns = {
    "plain": (
        "Can somebody check {d}? Something is off.",
        "I don't think {d} is right.",
        "{d} looks odd to me, can you have another look?",
    ),
    "terse": ("check {d}?", "{d} looks wrong", "not sure about {d}"),
    "careful": (
        "I may be missing something, but {d} does not match my notes.",
        "Before this goes further, are we sure about {d}?",
        "I cannot reproduce {d} as it stands.",
    ),
    "warm": (
        "Hmm, {d} surprised me, can we have another look?",
        "Sorry to be that person, but {d} seems off!",
        "Is it just me or is there something odd about {d}?",
    ),
    "formal": (
        "I have to query {d}.",
        "I should be grateful if {d} were verified.",
        "We should not rely on {d} until it has been checked.",
    ),
}
LEADS: Patterns = {
    "plain": ("Here is what we have:", "Values as of now:", "These came in:"),
    "terse": ("values:", "new ones:", "here:"),
    "careful": (
        "This is what I get, please shout if it differs from yours:",
        "As far as I can tell these are the values:",
        "I checked these twice:",
    ),
    "warm": ("Fresh from the oven:", "Look what we have!", "Here they come:"),
    "formal": (
        "The following values have been recorded:",
        "For your information:",
        "Please find the values below:",
    ),
}
GREETINGS: Patterns = {
    "plain": ("Hi all,", "Hi everyone,", "Hello,"),
    "terse": ("All,", "Hi,", "Hey,"),
    "careful": ("Hi all, hope this finds you well.", "Dear all,", "Hello everyone,"),
    "warm": ("Hello lovely people,", "Hi team!", "Good day everybody!"),
    "formal": ("Dear colleagues,", "Dear all,", "Ladies and gentlemen,"),
}
CLOSINGS: Patterns = {
    "plain": ("Best,", "Thanks,", "Regards,"),
    "terse": ("Cheers,", "Thx,", "–"),
    "careful": ("Many thanks and best wishes,", "Thanks for reading,", "With best wishes,"),
    "warm": ("Have a great day!", "Big thanks,", "Warmly,"),
    "formal": ("Kind regards,", "Yours sincerely,", "With kind regards,"),
}
