"""How people are addressed before their names, which no document need repeat: “Mrs Wren” is Ada Wren."""

from __future__ import annotations

import re

HONORIFICS = (
    "Mr Mrs Ms Miss Dr Prof Sir Dame Herr Frau Monsieur Madame Mme Mlle señor señora signor signora "
    "meneer mevrouw mijnheer senhor senhora"
)
LEADING = re.compile(rf"^(?:(?:{'|'.join(HONORIFICS.split())})\b\.?\s+)+", re.IGNORECASE)


def without_honorific(name: str) -> str:
    """The name as documents have it who address somebody otherwise."""
    return LEADING.sub("", name)
