"""Retrievers over the corpus: lexical, bundled word vectors, and endpoints for embeddings."""
