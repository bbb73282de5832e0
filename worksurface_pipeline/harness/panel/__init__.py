"""A panel of auditors that judges items by criteria. It knows neither benchmark nor wing."""
