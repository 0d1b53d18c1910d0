"""Whether words are of others than what a question names by a number or mark."""

from __future__ import annotations

import re

from retrieval.passages.scoring import Asked, Scored
from retrieval.passages.subject import YEAR, has_mark, has_year

NOUN_BEFORE = r"(?P<noun>[^\W\d_]{3,})\s(?:no\.?\s)?"
OTHER_MARK = r"(?:-{1,2}\w|[A-Za-z]{0,4}\d)"
YEAR_OVER = re.compile(r"\s*(?:[^\W\d]+\s){1,5}(?:1[89]|20)\d\d\s*$")  # “Board 2018”
LAST = re.compile(r"\s[\d.]+$")  # of a name with a number


def is_of_another(each: Scored, asked: Asked) -> bool:
    """Whether the window is of others than the one asked for by its mark: of version 1.7, not 1.8."""
    text = each.window.text
    if _is_of_another_year(each, asked):
        return True
    for mark in asked.marks:
        number = LAST.search(mark)
        last = mark[number.start() + 1 :] if number else mark
        before = re.search(rf"{NOUN_BEFORE}{re.escape(last)}", asked.question)
        if before is None or has_mark(mark, text):
            continue
        other = re.compile(rf"\b{before['noun']}\s(?:no\.?\s)?{OTHER_MARK}[\w.]*", re.IGNORECASE)
        if other.search(text) or (number and _stands_under_other(each, last, other)):
            return True
    return False


def _is_of_another_year(each: Scored, asked: Asked) -> bool:
    """Whether it stands under a heading of another year, “Board 2018”, and has none of those asked for."""
    years = YEAR.findall(asked.question)
    if not years or any(has_year(year, f"{each.window.around} {each.window.whole}") for year in years):
        return False
    if YEAR.search(each.window.around):
        return True
    page = each.passage.text
    place = page.find(each.window.units[0].text)
    over = [line for line in page[: max(0, place)].split("\n") if YEAR_OVER.match(line)]
    return bool(over) and not any(has_year(year, over[-1]) for year in years)


def _stands_under_other(each: Scored, mark: str, other: re.Pattern[str]) -> bool:
    """Whether the last name of that form before the window, on its page, is another one's."""
    page = " ".join(each.passage.text.split())
    before = page[: max(0, page.find(each.window.units[0].text))]
    names = other.findall(before)
    return bool(names) and not has_mark(mark, names[-1])
