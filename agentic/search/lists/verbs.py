"""Verbs in the form that other words are made of."""

from __future__ import annotations

import re

# Forms of verbs that share no stem with the words that are made of them: “grown” and “Grower”.
IRREGULAR = {
    form: base
    for base, forms in {
        "bear": "bore borne", "breed": "bred", "bring": "brought", "build": "built", "buy": "bought",
        "catch": "caught", "choose": "chose chosen", "deal": "dealt", "do": "did done", "draw": "drew drawn",
        "drive": "drove driven", "feed": "fed", "fly": "flew flown", "give": "gave given", 
        "grow": "grew grown",
        "hold": "held", "keep": "kept", "lay": "laid", "lead": "led", "lend": "lent", "make": "made",
        "pay": "paid", "sell": "sold", "send": "sent", "shoot": "shot", "sing": "sang sung", "sow": "sown",
        "speak": "spoke spoken", "spend": "spent", "steal": "stole stolen", "take": "took taken",
        "teach": "taught", "weave": "wove woven", "win": "won", "write": "wrote written",
    }.items()
    for form in forms.split()
}  # fmt: skip


def regular(text: str) -> str:
    """The text with verbs in the form that other words are made of."""
    return re.sub(r"[A-Za-z]+", lambda match: IRREGULAR.get(match[0].lower(), match[0]), text)
