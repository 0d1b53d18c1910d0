"""Where the organization that a document is about has its seat: on covers of many kinds, in sentences."""

from __future__ import annotations

import pytest

from reading.model import ParsedDocument, ParsedPage
from reading.pipeline import read_by_rules
from reading.profile.locations import HEADQUARTERS, find_seat

STREET = "12 Mill Street North"
BELOW = "(Address of principal executive offices)"


def document(*pages: str) -> ParsedDocument:
    parts = enumerate(pages, start=1)
    return ParsedDocument(tuple(ParsedPage(number=n, text=t, width=0, height=0, lines=()) for n, t in parts))


@pytest.mark.parametrize(
    ("cover", "name", "quote"),
    [
        (
            f"(State)\n{STREET}\nSt. Ives, Minnesota 55423\n{BELOW} (Zip Code)",
            "St. Ives",
            "St. Ives, Minnesota",
        ),
        (f"(I.R.S. No.)\n{STREET} 55423\nIves, Minnesota (Zip Code)\n{BELOW}", "Ives", "Ives, Minnesota"),
        (f"929 Long Bridge Drive Ives, VA 22202\n{BELOW}", "Ives", "Ives, VA"),
        (f"3 Tower Road\nIves, Kent\nUnited Kingdom BS30 8XP\n{BELOW}", "Ives", "Ives, Kent United Kingdom"),
        (f"Principal executive offices: {STREET}, Ives, Ohio 55144\nTelephone", "Ives", "Ives, Ohio"),
        (
            f"{STREET}, Ives, Ohio 98109-5210\n(206) 266-1000\n"
            "(Address and telephone number, including area code, of principal executive offices)",
            "Ives",
            "Ives, Ohio",
        ),
        ("Commission File Number 1\nONE WAY, IVES, OHIO 98052-6399\n(425) 1", "Ives", "IVES, OHIO"),
        ("We make tools. Our corporate headquarters are located in Jena, Germany.", "Jena", None),
        ("Quarrel Tools is based in Jena, Germany, and sells tools.", "Jena", "based in Jena, Germany"),
    ],
)
def test_the_seat_is_read_from_covers_and_sentences(cover, name, quote):
    seat = find_seat(document("A cover", cover), subject="Quarrel Tools, Inc.")
    assert (seat.entity_name, seat.title, seat.place.page) == (name, HEADQUARTERS, 2)
    assert quote in (None, seat.place.quote)


@pytest.mark.parametrize(
    "text",
    [
        "Norrland Glas is based in Umeå, Sweden.",
        f"Payable at {STREET}, Ives, Ohio 55144.",
        f"{BELOW} of the agent",
    ],
)
def test_places_of_others_are_no_seat(text):
    assert find_seat(document(text), subject="Quarrel Tools, Inc.") is None


def test_the_seat_is_one_of_the_places_and_there_once():
    text = f"Quarrel Tools, Inc.\n(Exact name of registrant)\n{STREET}\nIves, Ohio 55423\n{BELOW} (Zip Code)"
    places = [
        e for e in read_by_rules(document(text), [], filename="a.pdf").entities if e.entity_type == "location"
    ]
    assert [(place.entity_name, place.title) for place in places] == [("Ives", HEADQUARTERS), ("Ohio", "")]
