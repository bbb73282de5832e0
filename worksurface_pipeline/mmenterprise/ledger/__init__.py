"""Reading a ledger: what must hold of it (`invariants`) and what it answers (`queries`)."""
