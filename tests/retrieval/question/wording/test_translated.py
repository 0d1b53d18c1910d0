"""Questions of other languages in the English that rules know."""

import pytest

from reading.measures.catalogue import find_measures, names_abroad
from retrieval.question.ratios.named import find_ratios
from retrieval.question.wording.translated import in_english
from tests.cases import every_case


@every_case(
    "question, english",
    [
        ("Was ist der Gesamtbetrag der Rechnung 4711?", "what is the total the invoice 4711?"),
        ("Wie hoch ist der Umsatz von Acme im Jahr 2021?", "what is the revenue of Acme in 2021?"),
        ("Wie viele Rechnungen über 100 EUR gibt es?", "how many invoices over 100 EUR are there?"),
        ("Welche Verträge enden vor Juli 2024?", "which contracts end before July 2024?"),
        ("Quel est le montant total de la facture FA-7 ?", "what is the total of the invoice FA-7 ?"),
        ("¿Cuál es el importe total de la factura 4711?", "what is the total of the invoice 4711?"),
        ("Quali fatture sono in tedesco?", "which invoices are there in German?"),
        ("Hoeveel facturen zijn er?", "how many invoices are there?"),
        ("Qual é o valor total da fatura 77?", "what is the total of invoice 77?"),
        (
            "Wie hoch war der Umsatz von Acme in Frankreich im Quartal bis 1. Juli 2023?",
            "what is the revenue of Acme in France in quarter ended 2023-07-01?",
        ),
        (
            "Quel était le résultat net d'Acme pour l'exercice 2023 ?",
            "what is the net income of Acme in the fiscal year 2023 ?",
        ),
        (
            "Combien de liquidités Acme avait-elle au 31 mars 2023 ?",
            "how much cash and cash equivalents Acme had at 2023-03-31 ?",
        ),
        (
            "¿Cuánto pagó Acme en dividendos en efectivo en 2021?",
            "how much paid Acme in dividends paid in 2021?",
        ),
        (
            "Qual era il totale attivo di Acme al 30 settembre 2023?",
            "what was the total assets of Acme at 2023-09-30?",
        ),
        (
            "Wie stark ist der fPhone-Umsatz von Acme im Quartal bis 1. Juli 2023 gesunken?",
            "how much is the fPhone-revenue of Acme in quarter ended 2023-07-01 fell?",
        ),
        ("Hoeveel omzet had Acme in boekjaar 2023?", "how much revenue had Acme in fiscal year 2023?"),
        (
            "Qual foi o lucro líquido da Acme no trimestre encerrado em 1 de julho de 2023?",
            "what was the net income of Acme in quarter ended 2023-07-01?",
        ),
    ],
)
def test_each_word_is_put_into_english(question, english):
    assert in_english(question, ["Acme"]) == english


@pytest.mark.parametrize(
    "question",
    ["What is the total of invoice 4711?", "Welche Hunde bellen im Mai?", "Combien de chats dorment ?"],
)
def test_an_english_question_or_one_with_an_unknown_word_is_left(question):
    assert in_english(question) == ""


@pytest.mark.parametrize("language", ["de", "fr", "es", "it", "nl", "pt"])
def test_what_measures_are_called_in_each_language_is_one_in_english(language):
    names = names_abroad(language)
    assert len(names) == len(names_abroad("de"))
    assert not [english for english in names.values() if not (find_measures(english) or find_ratios(english))]
