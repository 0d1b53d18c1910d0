"""Bills that are each meant by name: what they come to, whose rate of tax is higher, to whom they went."""

import pytest

from agentic.bills.wording import named_bills
from tests.agentic.properties.conftest import ask, keep

__all__ = ["ask", "keep"]

pytestmark = pytest.mark.django_db(transaction=True)

FILES = {
    "lindner-rechnung.txt": """Rechnung LI-2041

Verkäufer: Lindner Gartenbau GmbH
Käufer: Kestrel Analytics Ltd
Rechnungsnummer: LI-2041
Rechnungsdatum: 14.05.2021

Leistung: Pflege der Beete im Monat Mai, wie mit Ihnen vereinbart und geliefert.

Nettobetrag: 100,00 EUR
MwSt. 19 %: 19,00 EUR
Gesamtbetrag: 119,00 EUR
""",
    "moulin-facture.txt": """Facture MR-0071

Vendeur : Moulin des Roches SARL
Client : Boutique du Port SARL
Facture n° : MR-0071
Date de facture : 03/06/2021

Description : huile de noix et farine de châtaigne, livrées avec le camion de la semaine.

Total HT : 50,00 €
TVA 5,5 % : 2,75 €
Montant à payer : 52,75 € TTC
""",
    "harbour-receipt.txt": """HARBOUR CAFE
SALES RECEIPT

Seller: Harbour Cafe Ltd
Customer: Kestrel Analytics Ltd
Receipt number: 55120
Date: 17/09/2021

Subtotal: £26.17
VAT 20%: £5.23
Total: £31.40
Card payment: £31.40
""",
    "garden-notes.txt": "The beds of the Lindner garden were planted in May 2021 and cost much work.\n",
}
ANSWERS = {
    "What do the Lindner bill of May 2021 and the Moulin invoice come to together?": [
        "€171.75",
        "€119.00",
        "€52.75",
    ],
    "What do the Lindner invoice and the Harbour Cafe receipt amount to together?": [
        "€119.00",
        "£31.40",
        "different currencies",
    ],
    "What do the Moulin bill and the Lindner bill come to together in dollars?": ["not in USD", "€119.00"],
    "Was kosten die Rechnung LI-2041 und die Rechnung MR-0071 zusammen?": ["€171.75"],
    "What do the net amounts of the Lindner and Moulin invoices come to together?": ["€150.00 (net amounts)"],
    "How much VAT do the Lindner bill and the Moulin bill come to together?": ["€21.75 (tax amounts)"],
    "Which tax rate is higher, the VAT on the Lindner bill or the TVA on the Moulin bill?": [
        "The VAT of Lindner Gartenbau GmbH (lindner-rechnung.txt), 19%",
        "higher",
        "5.5%",
    ],
    "Which VAT rate is lower, that of the Harbour receipt or that of the Lindner bill?": [
        "(lindner",
        "lower",
        "20%",
    ],
    "Which bills were issued to Kestrel Analytics? Give the numbers.": [
        "2 bills are addressed to Kestrel Analytics Ltd",
        "LI-2041",
        "55120",
    ],
    "Give the total of each invoice or receipt, per seller.": [
        "Harbour Cafe Ltd (harbour-receipt.txt): £31.40",
        "Lindner Gartenbau GmbH (lindner-rechnung.txt): €119.00",
        "Moulin des Roches SARL (moulin-facture.txt): €52.75",
    ],
    "Quel est le montant à payer de la facture Moulin n° MR-0071 ?": ["€52.75"],
    "Wie hoch ist der Gesamtbetrag der Rechnung LI-2041?": ["119"],
}
REFUSED = {  # what no bill goes by is said, and nothing is added up
    "What do the Lindner bill of July 2021 and the Moulin invoice come to together?": "None of the 3 bills",
    "What do the Gruber bill and the Moulin invoice come to together?": "None of the 3 bills",
}
HANDED_OVER = [
    "Which tax rate is higher, the VAT on the Lindner bill or the VAT on the Gruber bill?",
    "Which bills were issued to Sparrow Labs?",
    "Quel est le montant hors taxes de la facture Moulin ?",
    "Quel est le montant de la TVA de la facture Moulin ?",
    "Wann ist der Betrag der Rechnung LI-2041 zu zahlen?",
    "Wie hoch ist der Betrag der Pflege auf der Rechnung LI-2041?",
    "When was the invoice sent to Kestrel Analytics?",
]


@pytest.fixture
def answers(keep, ask):
    keep(FILES)
    return {question: ask(question) for question in (*ANSWERS, *REFUSED, *HANDED_OVER)}


def test_a_buyer_has_issued_no_bill(keep, ask):
    keep(FILES)
    told = ask("Which bills were issued by Kestrel Analytics?")
    assert told is None or told.text.startswith("0 of")


def test_bills_are_told_by_what_each_is_called(answers):
    missing = {
        question: answers[question] and answers[question].text
        for question, words in ANSWERS.items()
        if answers[question] is None or not all(word in answers[question].text for word in words)
    }
    assert missing == {}
    doubted = [q for q in ANSWERS if any(number.status == "unsupported" for number in answers[q].numbers)]
    assert doubted == []
    apart = answers["What do the Lindner invoice and the Harbour Cafe receipt amount to together?"]
    assert "together" not in apart.text
    for question, words in REFUSED.items():
        assert words in answers[question].text
        assert not answers[question].answered
    told = {question: answers[question].text for question in HANDED_OVER if answers[question] is not None}
    totals = ("119", "52.75", "31.40", "%")
    assert {question: text for question, text in told.items() if any(total in text for total in totals)} == {}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What do the Free bill of July 2015 and the Acme invoice come to together?", [("free",), ("acme",)]),
        ("the VAT on the Free bill or the CST on the Acme invoice", [("free",), ("acme",)]),
        ("Quel est le montant à payer de la facture Free n°562044387 ?", [("free", "562044387")]),
        ("How much did we spend on pens and paper?", []),
    ],
)
def test_each_part_of_a_question_names_its_own_bill(question, words):
    assert [each.words for each in named_bills(question)] == words
