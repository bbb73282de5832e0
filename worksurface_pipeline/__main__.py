"""`python -m worksurface_pipeline` is the command `worksurface`."""

from worksurface_pipeline.front import main

main()
