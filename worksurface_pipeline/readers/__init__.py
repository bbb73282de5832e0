"""One file format each to text, typed tables or pictures, or an ExtractionFailure."""
