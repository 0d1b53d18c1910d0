"""`/api/documents/{id}/analysis`, `/api/companies`: the contract's keys, and nothing of others."""

import json

import pytest
from django.core.management import CommandError, call_command

from documents.models import ApiKey
from tests.agentic.analysis.conftest import fill
from tests.agentic.figures_of import company, figure

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    return client


def test_a_documents_analysis(ada, report):
    found = ada.get(f"/api/documents/{report.pk}/analysis").json()
    assert list(found["fields"]) == [
        "company", "revenue", "total_debt", "equity", "cash_flow", "net_income", "ebitda", "operating_income",
    ]  # fmt: skip
    assert list(found["ratios"]) == [
        "debt_to_equity", "net_margin", "operating_margin", "return_on_equity", "debt_to_ebitda",
    ]  # fmt: skip
    assert found["fields"]["company"] == found["company"] == "Acme Tools, Inc."
    margin = found["ratios"]["net_margin"]
    assert margin["value"] == 0.09
    assert margin["formula"] == "net income ÷ revenue"
    assert {each["page"] for each in margin["inputs"]} <= set(range(1, 30))
    assert margin["inputs"][0]["quote"] == "Net income 900"
    assert found["period"]["label"] == "fiscal 2023"
    assert [each["label"] for each in found["periods"]] == ["fiscal 2023", "fiscal 2022"]
    assert found["insights"][0]["threshold"]
    assert found["reasoning_log"]


def test_refusals_are_sentences_in_the_analysis(ada, workspace):
    document = fill(company(workspace, "Acme"), without=("net_income",))
    ratio = ada.get(f"/api/documents/{document.pk}/analysis").json()["ratios"]["net_margin"]
    assert ratio["value"] is None
    assert ratio["refused"].endswith(".")


def test_a_document_without_figures_is_no_error(ada, workspace):
    found = ada.get(f"/api/documents/{company(workspace, 'Acme').pk}/analysis").json()
    assert found["refused"].startswith("No figures")
    assert found["period"] is None


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ({"ratios": "joy"}, 422, "There is no ratio “joy”"),
        ({"company": "Zebra"}, 404, "no figures of “Zebra”"),
    ],
)
def test_what_is_not_there_is_one_sentence(ada, report, query, status, words):
    response = ada.get(f"/api/documents/{report.pk}/analysis", query)
    assert response.status_code == status
    assert words in response.json()["error"]


def test_a_company_over_all_documents(ada, workspace, report):
    (known,) = ada.get("/api/companies", {"workspace": "mine"}).json()["companies"]
    assert known["company"] == "Acme Tools, Inc."
    assert known["latest"] == "2023-12-31"
    query = {"workspace": "mine", "company": "acme tools", "ratios": "current_ratio"}
    found = ada.get("/api/companies/analysis", query).json()
    assert found["document"] is None
    assert found["documents"] == [{"id": report.pk, "filename": "Acme.pdf"}]
    assert found["ratios"]["current_ratio"]["value"] is None


@pytest.mark.parametrize("address", ["/api/documents/{pk}/analysis", "/api/companies?workspace=mine",
                                     "/api/companies/analysis?workspace=mine&company=Acme"])  # fmt: skip
def test_others_find_nothing(client, other_user, report, settings, address):
    settings.RAGSITE_AUTO_LOGIN = False
    assert client.get(address.format(pk=report.pk)).status_code == 401
    client.force_login(other_user)
    assert client.get(address.format(pk=report.pk)).status_code == 404


def test_a_key_needs_the_scope_to_read(client, user, report, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    for scope, status in (("read", 200), ("write", 403)):
        _, key = ApiKey.issue(user=user, name=scope, scopes=[scope])
        headers = {"Authorization": f"Bearer {key}"}
        assert client.get(f"/api/documents/{report.pk}/analysis", headers=headers).status_code == status


def run(capsys, *arguments):
    call_command("analyse", *arguments, "--workspace", "mine", "--user", "ada")
    return capsys.readouterr().out


def test_the_command_gives_the_same_json(ada, capsys, report):
    found = json.loads(run(capsys, "Acme.pdf", "--json"))
    assert found == ada.get(f"/api/documents/{report.pk}/analysis").json()


def test_the_command_in_words(capsys, report):
    told = run(capsys, "--company", "Acme Tools")
    assert "Acme Tools, Inc., fiscal 2023" in told
    assert "Net margin: 9.0% = $900 thousand ÷ $10,000 thousand (Acme.pdf, page " in told
    assert "highly leveraged" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Name a document, or a company"),
        (["none.pdf"], "There is no document “none.pdf”"),
        (["--company", "Zebra"], "no figures of “Zebra”"),
        (["Acme.pdf", "--ratios", "joy"], "There is no ratio “joy”"),
    ],
)
def test_the_command_refuses_in_a_sentence(capsys, report, arguments, words):
    with pytest.raises(CommandError, match=words):
        run(capsys, *arguments)


def test_the_command_says_why_there_is_nothing(capsys, workspace):
    company(workspace, "Acme")
    assert "No figures of a company" in run(capsys, "Acme.pdf")


def test_the_command_tells_each_quarter(capsys, report):
    figure(report, 2_600, 2023, until=12)
    assert "Also there, with --json: fiscal 2022, Q4 of fiscal 2023" in run(capsys, "Acme.pdf")
