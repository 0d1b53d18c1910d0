"""Telephone numbers: “+49 30 1234567”, “0345 550 1199”, “(020) 7946-0000”."""

from __future__ import annotations

import re
from collections.abc import Iterator

FEWEST, MOST = 7, 15  # digits; ITU-T E.164 allows 15
FEWEST_CALLED = 5  # behind a word that says that it is one
NUMBER = re.compile(
    r"(?<![\w.,/+-])(?:\+\d|\(?0|\(?\d{3}\)?[\s./-]\d{3}|\d)[\d\s()./-]{3,18}\d(?![\w%]|[.,/-]\d)"
)
SURE = re.compile(r"^(?:\+|\(?0\d)|^\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}$")
CALLED = re.compile(
    r"\b(?:call|ring|dial|phone|telephone|tel|fax|mobile|cell|hotline|helpline|ruf\w*|telefon\w*|mobil|handy|téléphone|tél|"
    r"teléfono|móvil|telefono|cellulare|bel)\b[.:]?\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
NO_PHONE = re.compile(
    r"^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{4}[./-]\d\d[./-]\d\d$|\s{2}|\n|^\d{4}\s?-\s?\d{4}$"
)


def phones_in(text: str) -> Iterator[tuple[int, int]]:
    """Where they stand: those that begin like one, or behind a word that says so."""
    for match in NUMBER.finditer(text):
        digits = sum(map(str.isdigit, match[0]))
        is_called = CALLED.search(text[: match.start()]) is not None
        if digits > MOST or NO_PHONE.search(match[0]):
            continue
        if (digits >= FEWEST and SURE.match(match[0])) or (is_called and digits >= FEWEST_CALLED):
            yield match.span()
