"""Questions by rule: drafts over a ledger, their evidence, the checks that they must pass."""
