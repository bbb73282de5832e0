"""Retries of the gateway; the limits match gateway_config.json."""

MAX_RETRIES = 6
BACKOFF_SECONDS = 0.75


def waits():
    """Give the pauses between attempts: each twice as long as the last."""
    return [BACKOFF_SECONDS * 2**attempt for attempt in range(MAX_RETRIES)]
