"""The model gateway over litellm: types, retries, ledger, parsing, offline provider."""
