"""Who wrote a page, as its file says: told only where the name stands at its head, and no label gives it."""

import pytest

from tests.reading.kinds.test_fields import properties, read

PAGE = """<html><head><title>Guide</title>
<meta name="author" content="{author}"></head>
<body><h1>Guide to the harbour</h1><p>{head}</p>
<p>Boats enter the harbour by the northern pier, and leave it by
the southern one at low tide.</p></body></html>"""


@pytest.mark.parametrize(
    ("author", "head", "told"),
    [
        ("Edda Brandt", "Edda Brandt, version 2", "Edda Brandt"),
        ("Jan van der O’Neill", "by Jan van der O’Neill", "Jan van der O’Neill"),
        ("Au bon moulin", "Au bon moulin writes this", None),
        ("Edda Brandt", "Version 2 of the guide", None),
        ("LibreWriter 7", "LibreWriter 7 made this", None),
        ("Edda Brandt", "Author: Jens Lund and Edda Brandt", "Jens Lund and Edda Brandt"),
    ],
)
def test_the_author_of_the_file_is_told_where_the_page_names_him(tmp_path, author, head, told):
    found = properties(read(tmp_path, PAGE.format(author=author, head=head), "guide.html"))
    assert found.get("Author") == told
