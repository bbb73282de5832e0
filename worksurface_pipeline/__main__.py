"""`python -m worksurface_pipeline` is the command `worksurface`."""

from worksurface_pipeline.cli import main

main()
