"""What a question asks, held against what its proof does: one module per fault."""
