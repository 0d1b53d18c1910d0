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


MARINAS = """<html><head><title>Marinas of the Sound</title></head><body>
<p>The marinas are let by the season.</p>
<p>Income of the marinas (in thousands):</p>
<table>
<tr><td></td><td>2019/20</td><td>2018/19</td><td>Change</td></tr>
<tr><td>Berth fees1</td><td>$900</td><td>$800</td><td>$100</td></tr>
<tr><td>Winter storage, sheds and yards</td><td>300</td><td>350</td><td>(50)</td></tr>
<tr><td>Defined benefit refunds</td><td>40</td><td>60</td><td>(20)</td></tr>
<tr><td>Compensation receivable from the county (see Note 7)</td><td>80</td><td>20</td><td>60</td></tr>
<tr><td>Total income</td><td>$1,320</td><td>$1,230</td><td>$90</td></tr>
</table>
<p>Balance sheet of the marinas at March 31 (in thousands):</p>
<table>
<tr><td></td><td>2020</td><td>2019</td></tr>
<tr><td>Cash</td><td>$60</td><td>$90</td></tr>
<tr><td>Receivables</td><td>40</td><td>70</td></tr>
<tr><td>Total current assets</td><td>100</td><td>160</td></tr>
<tr><td>Piers</td><td>700</td><td>75</td></tr>
<tr><td>Total assets</td><td>$800</td><td>$235</td></tr>
<tr><td>Deposits of guests</td><td>$310</td><td>$100</td></tr>
<tr><td>Other liabilities</td><td>190</td><td>120</td></tr>
<tr><td>Total liabilities</td><td>$500</td><td>$220</td></tr>
</table>
<p>Guests of the year ended March 31, 2020, by home port:</p>
<table>
<tr><td></td><td>2020</td></tr>
<tr><td>Northern ports</td><td></td></tr>
<tr><td>Larvik</td><td>410</td></tr>
<tr><td>Tromsund</td><td>220</td></tr>
<tr><td>Southern ports</td><td></td></tr>
<tr><td>Kolding</td><td>530</td></tr>
<tr><td>Aarlund</td><td>140</td></tr>
</table>
</body></html>
"""


@pytest.fixture
def marinas(keep, ask):
    """A question put to a page of years that are parted, footnotes and headings over rows."""
    keep({"marinas.html": MARINAS})
    page = Document.objects.get(filename="marinas.html")
    return partial(ask, only=[page.pk])


@pytest.fixture
def ferries(keep, ask):
    """A question put to that page alone."""
    keep({"ferries.html": FERRIES})
    page = Document.objects.get(filename="ferries.html")
    return partial(ask, only=[page.pk])
