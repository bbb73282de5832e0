"""ConfigurableResource shells over the library."""
