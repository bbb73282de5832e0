"""Settings of all tests: property tests draw the same examples every time."""

from __future__ import annotations

from hypothesis import settings

# A suite that passed must pass again unchanged; `make prove` draws afresh and deeper.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("deep", max_examples=2000, deadline=None)
settings.load_profile("same")
