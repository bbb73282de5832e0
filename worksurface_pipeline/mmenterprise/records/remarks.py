"""Talk without values, by topic and voice. What it is about stands in the events around it."""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.mmenterprise.records.phrasebook import Patterns

_ACK: Patterns = {
    "plain": ("Thanks, noted.", "Fine by me.", "Makes sense.", "Got it, will go on with that."),
    "terse": ("ok", "noted", "got it", "fine"),
    "careful": (
        "Noted, thank you; I will read it once more before I build on it.",
        "That fits with what I remember.",
        "Understood, I will keep an eye on it.",
    ),
    "warm": ("You are quick, thanks!", "Nice one!", "Super, got it :)", "Wonderful, noted!"),
    "formal": ("Acknowledged.", "Duly noted.", "I have taken note of this."),
}
_THANKS: Patterns = {
    "plain": ("Thanks for this.", "Thank you, that helps.", "Thanks, that was fast."),
    "terse": ("thx", "thanks", "cheers"),
    "careful": (
        "Thank you for taking the time to go through this.",
        "Many thanks, that spares me a second look.",
        "Thanks, I appreciate that you wrote it down.",
    ),
    "warm": ("Lovely, thank you so much!", "You are a star, thanks :)", "Thanks a million!"),
    "formal": (
        "Thank you for the information.",
        "With thanks for your prompt reply.",
        "I am obliged to you.",
    ),
}
_QUESTION: Patterns = {
    "plain": (
        "Is that the latest state?",
        "Does somebody have the current state at hand?",
        "Where is this written down?",
        "Who else needs to know?",
    ),
    "terse": ("latest?", "source?", "is that final?", "who has the current one?"),
    "careful": (
        "Could you point me to where this is written down?",
        "Just to be sure, is this the state that we are going to use?",
        "May I ask how this was checked?",
    ),
    "warm": (
        "Curious, is that the newest one?",
        "Quick one for you, where do I find this later?",
        "Ooh, does the customer know already?",
    ),
    "formal": (
        "May I ask whether this is the current state?",
        "Could you indicate where this is recorded?",
        "Would you kindly confirm that this is final?",
    ),
}
_FOLLOW_UP: Patterns = {
    "plain": ("I will pick this up after lunch.", "I will update my part.", "On my list."),
    "terse": ("on it", "will do", "updating my part"),
    "careful": (
        "I will go through my part and come back to you.",
        "Let me check what hangs on this before I change anything.",
        "I would like to sleep on it and answer tomorrow.",
    ),
    "warm": ("On it, give me a bit!", "Leave that to me :)", "Will sort it out, no worries!"),
    "formal": (
        "I shall follow up in due course.",
        "I will see to it.",
        "My section will be adapted accordingly.",
    ),
}
_GREETING: Patterns = {
    "plain": ("Morning all.", "Hi everyone, I am here.", "Good morning."),
    "terse": ("morning", "hi", "hey all"),
    "careful": (
        "Good morning everyone, I hope you all slept well.",
        "Hello all, I am in but will be slow to answer at first.",
    ),
    "warm": ("Good morning, sunshine!", "Hello hello :)", "Morning team, let's have a good one!"),
    "formal": ("Good morning, colleagues.", "Good day to all."),
}
_LUNCH: Patterns = {
    "plain": ("Going for lunch, back soon.", "Anyone for the canteen?", "Soup place at noon?"),
    "terse": ("lunch", "food?", "off to eat"),
    "careful": (
        "If nobody minds, I will take my lunch a little earlier today.",
        "I was thinking of the noodle place, unless somebody has a better idea.",
    ),
    "warm": (
        "Lunch, anyone? I am starving!",
        "Pizza today, my treat :)",
        "Who joins me for falafel?",
    ),
    "formal": ("I shall be at lunch until further notice.", "I will be away for lunch."),
}
_SCHEDULING: Patterns = {
    "plain": (
        "Can we move our catch-up a bit?",
        "I am in calls for most of the afternoon.",
        "Shall we talk about it in the stand-up?",
    ),
    "terse": ("in calls, back later", "catch-up later?", "moving our slot"),
    "careful": (
        "Would it be possible to find a slot that suits all of us?",
        "I may be a few minutes late to the stand-up, please start without me.",
    ),
    "warm": ("Can we squeeze in a quick chat later?", "Calendar is full of fun today, ping me :)"),
    "formal": (
        "I would propose to meet at a time convenient to all.",
        "Please note that I am in meetings this afternoon.",
    ),
}
_READING: Patterns = {
    "plain": ("Reading through the tracker now.", "Still reading, comments later."),
    "terse": ("reading", "reading the tracker, quiet for a bit"),
    "careful": (
        "I am going through our notes from the start, so bear with me.",
        "I would like to finish reading before I comment.",
    ),
    "warm": ("Reading day, wish me luck!", "Deep in our notes, send tea :)"),
    "formal": ("I am reviewing the documents.", "My remarks will follow once I have read all."),
}
_TOOLING: Patterns = {
    "plain": (
        "The wiki is slow again.",
        "Printer on our floor is down.",
        "My laptop wants updates.",
    ),
    "terse": ("wiki slow", "vpn down again?", "rebooting"),
    "careful": (
        "Is it only me, or does the wiki take long to load?",
        "I had to restart my machine, so I may have missed a message or two.",
    ),
    "warm": ("The coffee machine works again, rejoice!", "My laptop hates me today :)"),
    "formal": ("The wiki responds slowly at present.", "I have reported the fault of the printer."),
}
_WEATHER: Patterns = {
    "plain": ("Looks like rain.", "Quite warm in here today."),
    "terse": ("rain again", "too warm"),
    "careful": ("They say it might rain later, in case somebody came by bike.",),
    "warm": ("What a sky, look outside!", "Rain rain go away :)"),
    "formal": ("The weather is unpleasant today.", "A storm is announced for the evening."),
}
_HELLO: Patterns = {
    "plain": ("Hi all, I am new here and happy to join.",),
    "terse": ("hi, I am new",),
    "careful": ("Hello everyone, I have just joined and am still finding my way around.",),
    "warm": ("Hi team, so happy to join you!",),
    "formal": ("Good day, I am pleased to join the team.",),
}
_KICK_OFF: Patterns = {
    "plain": ("We start today; please keep the tracker up to date and write down what we decide.",),
    "terse": ("we start today, values go to the tracker, decisions to the log",),
    "careful": (
        "We begin today; before you pass on a value, please see whether it is still the latest.",
    ),
    "warm": ("Here we go, team! Please keep the tracker fresh, and shout early if in doubt.",),
    "formal": (
        "The project commences today; you are kindly asked to record values in the tracker and "
        "decisions in the log.",
    ),
}
_OTHER: Patterns = {
    "plain": ("Just a short note that I am on it.", "Nothing new from my side."),
    "terse": ("nothing new", "still on it"),
    "careful": ("Nothing to report from my side so far.", "I am still working through my part."),
    "warm": ("All good on my side!", "Still at it, going well :)"),
    "formal": ("There is nothing new to report.", "Work on my part is under way."),
}
_TOPICS: Mapping[str, Patterns] = {
    "ack": _ACK,
    "thanks": _THANKS,
    "question": _QUESTION,
    "follow-up": _FOLLOW_UP,
    "greeting": _GREETING,
    "lunch": _LUNCH,
    "scheduling": _SCHEDULING,
    "reading": _READING,
    "tooling": _TOOLING,
    "weather": _WEATHER,
    "hello": _HELLO,
    "welcome": _HELLO,
    "kick-off": _KICK_OFF,
}


def remarks_on(topic: str, is_answer: bool) -> Patterns:
    """What people say on a topic; on an unknown one an acknowledgement, or that nothing is new."""
    return _TOPICS.get(topic, _ACK if is_answer else _OTHER)
