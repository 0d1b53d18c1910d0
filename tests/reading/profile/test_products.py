"""Places and products that rules are sure of, and names that are none."""

from reading.formats.media_types import TEXT
from reading.parse import parse_document
from reading.pipeline import read_by_rules
from reading.tables.read import read_tables
from tests.reading.drawing import draw

COVER = """Quarrel Tools, Inc.
(Exact name of registrant as specified in its charter)
Delaware 91-1234567
(State or other jurisdiction of incorporation)
12 Mill Street North, St. Ives, Minnesota 55423
QRL The Harbour Stock Market LLC
"""
LETTER = """Supply review

Quillfeather Optics GmbH, headquartered in Jena, Germany, buys from Norrland Glas AB of Umeå, Sweden.
Anna Bergström, chief executive of Norrland Glas, expects higher prices. The Skyhook® hoist is new; the
Skyhook costs less. Based in part on Note 4, as located in Part II, all is well. Everything in One Place®.
This agreement is governed by the law of Ireland. Exhibits Incorporated by Reference follow.
It runs on a Mac. Quillfeather Optics GmbH has stores.

Model: Aurora 12
"""


def entities(text: str, tmp_path) -> dict[str, dict[str, str]]:
    """Type → name → title or quote."""
    path = tmp_path / "a.txt"
    path.write_text(text)
    parsed = parse_document(path, media_type=TEXT)
    reading = read_by_rules(parsed, read_tables(parsed), filename="a.txt")
    found: dict[str, dict[str, str]] = {}
    for each in reading.entities:
        said = each.title if each.entity_type == "person" else each.place.quote
        found.setdefault(each.entity_type, {})[each.entity_name] = said
    return found


def test_seats_addresses_and_jurisdictions_are_places(tmp_path):
    assert [*entities(COVER, tmp_path)["location"]] == ["Delaware", "St. Ives", "Minnesota"]


def test_places_are_read_from_sentences_with_the_words_that_say_so(tmp_path):
    found = entities(LETTER, tmp_path)["location"]
    assert [*found] == ["Jena", "Germany", "Ireland", "Umeå", "Sweden"]
    assert found["Jena"] == "headquartered in Jena, Germany"


def test_brands_and_models_are_products_and_slogans_are_not(tmp_path):
    assert [*entities(LETTER, tmp_path)["product"]] == ["Skyhook", "Aurora 12"]


def test_a_chief_executive_is_a_person_with_that_title(tmp_path):
    assert entities(LETTER, tmp_path)["person"] == {"Anna Bergström": "chief executive of Norrland Glas"}


def test_what_stands_before_an_article_or_the_end_of_a_sentence_is_no_part_of_a_name(tmp_path):
    assert {"Harbour Stock Market LLC", "Quarrel Tools, Inc."} <= entities(COVER, tmp_path)[
        "organization"
    ].keys()
    named = entities(LETTER, tmp_path)["organization"]
    assert [name for name in named if "Mac" in name or "Exhibits" in name or "QRL" in name] == []


def test_rows_under_a_caption_by_product_or_geography_are_products_and_places():
    parsed = draw("""
        Net sales by product were as follows (in millions):
                                2023     2022
        Trailblazer (1)           12       11
        Lamps and lanterns         9        8
        Other                      1        1
        Total net sales           22       20
    """)
    reading = read_by_rules(parsed, read_tables(parsed), filename="a.pdf")
    products = [each.entity_name for each in reading.entities if each.entity_type == "product"]
    assert products == ["Trailblazer", "Lamps and lanterns"]


def test_rows_under_a_caption_by_geography_are_places_where_they_name_countries():
    parsed = draw("""
        Net sales by geography were as follows (in millions):
                                2023     2022
        Switzerland               12       11
        Latin America              9        8
        Singapore                  3        2
        Lamps                      1        1
        Total net sales           25       22
    """)
    reading = read_by_rules(parsed, read_tables(parsed), filename="a.pdf")
    places = [each.entity_name for each in reading.entities if each.entity_type == "location"]
    assert places == ["Switzerland", "Latin America", "Singapore"]


def test_a_heading_run_together_with_the_subjects_name_is_no_other_organization(tmp_path):
    text = (
        COVER
        + "Directors Quarrel Tools, Inc. lists them. Quarrel Tools, Inc. is old. Quarrel Tools, Inc. sells."
    )
    assert [name for name in entities(text, tmp_path)["organization"] if "Quarrel" in name] == [
        "Quarrel Tools, Inc.",
        "Quarrel Tools",
    ]
