"""Questions of other languages in the English that rules know."""

import pytest

from retrieval.question.wording.translated import in_english


@pytest.mark.parametrize(
    ("question", "english"),
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
