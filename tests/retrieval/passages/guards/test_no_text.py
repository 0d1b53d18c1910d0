"""Tables of contents and places that nobody has filled in tell nothing."""

from retrieval.passages.guards.no_text import is_blank, without_contents

CONTENTS = "1 Kiln . . . . . . 3\n1.1 Whence the name? . . . . . . 4\n2 Glaze ........ 9\nThe kiln is old."
PRICES = "Bowl ........ 12\nCup ........ 9\nVase ........ 30\nThe kiln is old."
RISING = "Cup ........ 9\nBowl ........ 12\nVase ........ 30"


def test_lines_of_a_table_of_contents_are_left_out():
    assert without_contents(CONTENTS).split() == ["The", "kiln", "is", "old."]


def test_a_list_of_prices_is_no_table_of_contents():
    assert without_contents(PRICES) == PRICES
    assert without_contents(RISING) == RISING


def test_a_line_with_a_place_to_fill_in_is_blank():
    assert is_blank("This pass is valid for ________ days.")
    assert not is_blank("This pass is valid for 3 days.")
