"""A page with two tables and a paragraph, of which alone is asked."""

from functools import partial

import pytest

from documents.models import Document
from tests.agentic.properties.conftest import ask, keep

__all__ = ["ask", "keep"]

FERRIES = """<html><head><title>Ferries of the Sound</title></head><body>
<p>The ferries cross a sheltered sound. Moorings were renewed by a local builder.</p>
<p>Running costs of the ferries for the years ended December 31 (in thousands):</p>
<table>
<tr><td></td><td>2021</td><td>2020</td><td>2019</td></tr>
<tr><td>Crew wages</td><td>$1,240</td><td>$1,100</td><td>$980</td></tr>
<tr><td>Diesel fuel</td><td>610</td><td>480</td><td>520</td></tr>
<tr><td>Harbour dues</td><td>150</td><td>120</td><td>100</td></tr>
<tr><td>Other</td><td>40</td><td>60</td><td>80</td></tr>
<tr><td>Total running costs</td><td>$2,040</td><td>$1,760</td><td>$1,680</td></tr>
</table>
<p>Value of the vessels at December 31, 2021, by yard:</p>
<table>
<tr><td></td><td>Book value</td><td>Insured value</td></tr>
<tr><td>North yard</td><td>$5,000</td><td>$6,200</td></tr>
<tr><td>South yard</td><td>3,000</td><td>4,100</td></tr>
<tr><td>Total</td><td>$8,000</td><td>$10,300</td></tr>
</table>
<p>Cash flows of the years ended December 31 (in thousands):</p>
<table>
<tr><td></td><td>2021</td><td>2020</td></tr>
<tr><td>Insurance payments</td><td>(30)</td><td>(20)</td></tr>
</table>
</body></html>
"""


@pytest.fixture
def ferries(keep, ask):
    """A question put to that page alone."""
    keep({"ferries.html": FERRIES})
    page = Document.objects.get(filename="ferries.html")
    return partial(ask, only=[page.pk])
