"""Which country's law a name speaks of."""

from retrieval.annotations.lands import land_of
from tests.cases import every_case


@every_case(
    "name, land",
    [
        ("Austrian", "AT"),
        ("österreichisches Recht", "AT"),
        ("Australia", "AU"),
        ("England and Wales", "GB-ENG"),
        ("français", "FR"),
        ("Indian", "IN"),
        ("Indiana", ""),
        ("Irish", "IE"),
        ("Northern Ireland", ""),
        ("Nova Scotia", ""),
        ("Delaware", ""),
    ],
)
def test_names_of_a_country_and_of_what_is_its_own_are_one(name, land):
    assert land_of(name) == land
