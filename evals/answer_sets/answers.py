"""An answer as the API gives it, and what a reader is shown of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PROVEN = ("exact", "rounded", "computed")
_NOT_AVAILABLE = re.compile(r"^\W*n\s?/\s?a\b|^[^“\"]{0,120}\bnot available\b(?![^“\"]*[“\"])", re.IGNORECASE)


@dataclass(frozen=True)
class Given:
    """What came back for a question. `result`: the JSON of the answer, with `answered` and `numbers`.

    `first_words`: seconds until the page showed words of the answer.
    """

    text: str
    answered: bool
    result: Mapping[str, Any] = field(default_factory=dict)
    route: str = ""
    seconds: float = 0.0
    error: str = ""
    first_words: float = 0.0

    @property
    def is_refused(self) -> bool:
        """Whether the documents are said not to hold it, in these or other words."""
        return not self.answered or _NOT_AVAILABLE.search(self.text) is not None

    @property
    def is_green(self) -> bool:
        return shown_green({**self.result, "answered": self.answered})

    @property
    def cited(self) -> set[tuple[str, int | None]]:
        return {(each["document"], each["page"]) for each in self.result.get("citations", ())}


def shown_green(answer: Mapping[str, Any]) -> bool:
    """Whether the page shows the answer under a green shield: answered, with numbers, all of them proven."""
    numbers = answer.get("numbers") or ()
    return (
        bool(answer.get("answered"))
        and (answer.get("fit") or {}).get("covers", True)
        and bool(numbers)
        and all(number["status"] in PROVEN for number in numbers)
    )
