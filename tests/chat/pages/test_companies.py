"""The pages of analyses: companies, one company, one document, and the workbook."""

import io
import re

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.agentic.analysis.conftest import fill
from tests.agentic.figures_of import company, figure


@pytest.fixture
def ada(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    return client


@pytest.fixture
def report(workspace):
    return fill(company(workspace, "Acme Tools, Inc.", fiscal_year_end_month=12))


def text_of(response):
    """The page's main part without tags."""
    html = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def get(client, name, /, *place, **query):
    return client.get(reverse(name, args=place), query)


def test_companies_are_listed_with_the_way_to_each(ada, report):
    response = get(ada, "companies", "mine")
    assert "Acme Tools, Inc." in text_of(response)
    assert f"{reverse('company', args=['mine'])}?name=Acme%20Tools%2C%20Inc." in response.content.decode()


def test_a_workspace_without_figures_says_so(ada, workspace):
    assert "No figures of a company" in text_of(get(ada, "companies", "mine"))


def test_a_company_with_fields_ratios_insights_and_log(ada, report):
    response = get(ada, "company", "mine", name="acme tools")
    text = text_of(response)
    for words in (
        "2.00",
        "= net income ÷ revenue",
        "Debt to equity was 2.00 in fiscal 2023: highly leveraged. Threshold: 2 or more",
        "How this came about",
        "Net margin, fiscal 2023 = net income ÷ revenue = $900 thousand ÷ $10,000 thousand = 9.0%.",
        "is not in these documents",
    ):
        assert words in text
    assert response.content.decode().count("<svg viewBox") == 11


def test_each_figure_opens_its_page_at_its_words(ada, report):
    html = get(ada, "company", "mine", name="Acme Tools").content.decode()
    marks = re.findall(r'<a href="([^"]+)" data-evidence="([^"]+)"[^>]*>([^<]+)</a>', html)
    href, evidence = next(mark[:2] for mark in marks if mark[2] == "$900 thousand")
    assert re.fullmatch(rf"/w/mine/documents/{report.pk}/\?page=\d+&amp;quote=Net\+income\+900", href)
    assert "figure=900" in evidence


def test_lengths_of_period_are_never_in_one_table(ada, report):
    for name, thousands in (("revenue", 2_600), ("net_income", 260)):
        figure(report, thousands, 2023, canonical_name=name, until=12)
    years = text_of(get(ada, "company", "mine", name="Acme Tools"))
    quarters = text_of(get(ada, "company", "mine", name="Acme Tools", by="quarter"))
    assert "$2,600 thousand" not in years
    assert "$2,600 thousand" in quarters
    assert "$10,000 thousand" not in quarters.partition("Figures and ratios")[2]
    assert text_of(get(ada, "company", "mine", name="Acme Tools", by="eon")) == years


def test_all_ratios_on_demand(ada, report):
    assert "Capital intensity" not in text_of(get(ada, "company", "mine", name="Acme Tools"))
    assert "Capital intensity" in text_of(get(ada, "company", "mine", name="Acme Tools", more="1"))


def test_an_unknown_company_leads_to_the_list(ada, report):
    response = get(ada, "company", "mine", name="Zebra")
    assert response.status_code == 404
    assert "no figures of “Zebra”" in text_of(response)
    assert "Acme Tools, Inc." in text_of(response)


def test_a_documents_page_leads_to_its_analysis_and_figures_to_their_companys(ada, report):
    address = reverse("document_analysis", args=["mine", report.pk])
    assert address in get(ada, "document", "mine", report.pk).content.decode()
    assert "From Acme.pdf alone." in text_of(ada.get(address))
    figures = get(ada, "figures", "mine", company="Acme Tools, Inc.").content.decode()
    assert f"{reverse('company', args=['mine'])}?name=Acme%20Tools" in figures


def test_a_document_without_figures_says_so_and_has_no_link(ada, workspace):
    document = company(workspace, "Acme")
    address = reverse("document_analysis", args=["mine", document.pk])
    assert address not in get(ada, "document", "mine", document.pk).content.decode()
    assert "No figures of a company" in text_of(ada.get(address))


def test_of_several_companies_in_a_document_each_can_be_chosen(ada, report):
    figure(report, 5_000, 2023, months=12, until=12, entity_name="Bolt <Works>")
    response = get(ada, "document_analysis", "mine", report.pk)
    assert "Bolt &lt;Works&gt;" in response.content.decode()
    chosen = get(ada, "document_analysis", "mine", report.pk, name="Bolt <Works>")
    assert "$5,000 thousand" in text_of(chosen)
    assert get(ada, "document_analysis", "mine", report.pk, name="Zebra").status_code == 404


def test_the_workbook_links_to_pages_of_this_site(ada, report):
    for response in (
        get(ada, "company_workbook", "mine", name="Acme Tools"),
        get(ada, "document_workbook", "mine", report.pk),
    ):
        assert response["Content-Disposition"] == 'attachment; filename="acme-tools.xlsx"'
        assert response["Content-Security-Policy"].startswith("default-src 'none'")
        sheet = openpyxl.load_workbook(io.BytesIO(response.content))["Years"]
        links = [cell.hyperlink.target for row in sheet for cell in row if cell.hyperlink]
        assert links
        assert all(
            link.startswith(f"http://testserver/w/mine/documents/{report.pk}/?page=") for link in links
        )


@pytest.mark.parametrize(
    ("name", "has_document"),
    [("companies", False), ("company", False), ("company_workbook", False), ("document_analysis", True),
     ("document_workbook", True)],
)  # fmt: skip
def test_others_find_nothing(client, other_user, report, settings, name, has_document):
    settings.RAGSITE_AUTO_LOGIN = False
    place = ["mine", report.pk] if has_document else ["mine"]
    query = {} if has_document else {"name": "Acme Tools"}
    assert get(client, name, *place, **query).status_code == 302
    client.force_login(other_user)
    assert get(client, name, *place, **query).status_code == 404


def test_the_page_asks_no_more_of_the_database_for_more_documents(ada, workspace, report):
    def count():
        with CaptureQueriesContext(connection) as queries:
            get(ada, "company", "mine", name="Acme Tools", more="1")
        return len(queries)

    fill(company(workspace, "Acme Tools, Inc.", "second.pdf"), years=(2021, 2020))
    few = count()
    for number in range(3):
        fill(company(workspace, "Acme Tools, Inc.", f"{number}.pdf"), years=(2019 - number, 2018 - number))
    assert count() == few
