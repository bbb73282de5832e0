"""worksurface_pipeline: makes and runs knowledge-form routing benchmarks from any workspace."""
