"""The offline writer's first half: a company, its team, and what happens in a period of work.

`events.simulate` makes a ledger from a seed set and a number. What does not belong: how an event
is worded or drawn (records), and what is asked about it (questions).
"""
