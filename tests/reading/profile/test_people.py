"""People with their titles, as lists of officers and signatures side by side give them."""

from __future__ import annotations

import pytest

from reading.model import ParsedDocument, ParsedPage
from reading.profile.people import find_people


def titles(text: str) -> dict[str, str]:
    page = ParsedPage(number=1, text=text, width=0, height=0, lines=())
    return {person.name: person.title for person in find_people(ParsedDocument((page,)))}


@pytest.mark.parametrize(
    ("lines", "name", "title"),
    [
        ("Ada B. Quill 47 Chief Executive Officer 23", "Ada B. Quill", "Chief Executive Officer"),
        ("Ada Quill (52) Executive VP, Finance and Chief Financial Officer 2015 to present", "Ada Quill",
         "Executive VP, Finance and Chief Financial Officer"),
        ("Ada B. Quill 63 Chairman of the Board and Chief\nExecutive Officer", "Ada B. Quill",
         "Chairman of the Board and Chief Executive Officer"),
        ("Ada Quill 60 Chairman of the Board since January 2020 and Chief Executive Officer since May 2019.",
         "Ada Quill", "Chairman of the Board and Chief Executive Officer"),
        ("Ada Quill 60 Vice Chairman, Bolt; Executive Vice President and Chief Financial Officer, Bolt",
         "Ada Quill", "Vice Chairman, Bolt; Executive Vice President and Chief Financial Officer, Bolt"),
        ("Ada B. Quill – President and Chief Executive Officer and Stay D. Harris – Director", "Ada B. Quill",
         "President and Chief Executive Officer"),
        ("Ada B. West 53 Treasurer", "Ada B. West", "Treasurer"),
    ],
)  # fmt: skip
def test_officers_are_listed_with_age_and_position(lines, name, title):
    assert titles(f"Name Age Position\n{lines}\n")[name] == title


def test_the_next_line_of_a_list_is_another_person():
    found = titles(
        "Ada Quill 55 Chief Executive Officer, Europe\nPaula Sand 48 Chief Executive Officer, Asia"
    )
    assert found == {
        "Ada Quill": "Chief Executive Officer, Europe",
        "Paula Sand": "Chief Executive Officer, Asia",
    }
