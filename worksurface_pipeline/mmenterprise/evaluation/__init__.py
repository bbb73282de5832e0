"""How answers are judged, and where wrong ones come from."""
