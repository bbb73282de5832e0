"""Gold-blind solvers: they see a `PublicTask` and the tools of a set of surfaces, nothing else."""
