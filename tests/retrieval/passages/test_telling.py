"""Whether words say what a term means."""

import pytest

from retrieval.passages.expected import Expected
from retrieval.passages.scoring import Asked
from retrieval.passages.telling import _defines


@pytest.mark.parametrize(
    ("text", "defines"),
    [
        ('"Fired Work" – a work that came out of the kiln.', True),
        ('"Fired Work" means a work that came out of the kiln.', True),
        ("If you show a Fired Work - or sell it - you must say so.", False),
        ('Whoever sees "Fired Work" there may ask for it.', False),
    ],
)
def test_a_term_is_defined_by_a_dash_behind_its_quotes_as_by_words(text, defines):
    asked = Asked('What does "Fired Work" mean?', Expected("definition", "en"), {"fired": 1.0, "work": 1.0})
    assert _defines(text, asked) is defines
