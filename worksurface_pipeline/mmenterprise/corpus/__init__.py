"""The one corpus over all projects, as retrievers and models see it."""
