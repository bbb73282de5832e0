from __future__ import annotations

import os

# litellm would fetch its price map at import; only the environment can stop it.
os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")
