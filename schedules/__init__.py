"""Jobs, the layer driver, the nightly sweep and the source sensor."""
