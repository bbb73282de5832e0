"""The shapes that services give their keys: a prefix of their own, an alphabet and a length."""

from __future__ import annotations

import re

SHAPES = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"A(?:KIA|SIA)[0-9A-Z]{16}"  # Amazon
    r"|gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_\w{60,250}"
    r"|gl(?:pat|ptt|dt|rt|ft|soat|cbt)-[\w-]{20,64}"
    r"|sk-(?:[a-z]+-)*[A-Za-z0-9_-]{20,200}"  # OpenAI, Anthropic and those that follow them
    r"|gsk_[A-Za-z0-9]{40,64}|xai-[A-Za-z0-9]{60,100}|pplx-[A-Za-z0-9]{40,64}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,250}"  # Slack
    r"|xapp-\d-[A-Z0-9a-z]{5,32}-\d{5,20}-[A-Za-z0-9]{30,128}"
    r"|hooks\.slack\.com/(?:services|workflows|triggers)/(?:[A-Za-z0-9]{6,24}/){2,3}"
    r"[A-Za-z0-9]{16,64}"
    r"|discord(?:app)?\.com/api/webhooks/\d{15,22}/[\w-]{50,100}"
    r"|[MNO][A-Za-z0-9]{23,25}\.[\w-]{6}\.[\w-]{27,45}"  # a bot of Discord
    r"|\d{8,10}:AA[\w-]{33}"  # a bot of Telegram
    r"|AIza[\w-]{35}|ya29\.[\w-]{20,400}|GOCSPX-[\w-]{28}"  # Google
    r"|EAA[A-Za-z0-9]{60,400}"  # Meta
    r"|hf_[A-Za-z0-9]{30,64}|r8_[A-Za-z0-9]{37}"
    r"|(?:sk|rk)_live_[A-Za-z0-9]{16,128}|whsec_[A-Za-z0-9+/]{24,128}"  # Stripe
    r"|SG\.[\w-]{16,32}\.[\w-]{30,64}"  # SendGrid
    r"|key-[0-9a-f]{32}|SK[0-9a-f]{32}"  # Mailgun, Twilio
    r"|dapi[0-9a-f]{32}|do[opr]_v1_[0-9a-f]{64}|shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}"
    r"|hvs\.[\w-]{24,200}|dckr_pat_[\w-]{24,64}|ntn_[A-Za-z0-9]{40,64}|lin_api_[A-Za-z0-9]{32,64}"
    r"|npm_[A-Za-z0-9]{36}|pypi-AgEI[\w-]{50,250}"
    r"|AccountKey=[A-Za-z0-9+/]{40,120}={0,2}"  # Azure
    r"|eyJ[\w-]{10,1000}\.eyJ[\w-]{10,4000}\.[\w-]{16,1000}"  # a signed JSON web token
    r")(?![A-Za-z0-9_-])"
)
"""Amazon, GitHub, GitLab, makers of models, Slack, Google and the other services named above."""
