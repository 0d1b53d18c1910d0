from __future__ import annotations

from reading.text.languages import language_of
from tests.cases import every_case


@every_case(
    "text, language",
    [
        ("What is the notice period of the lease?", "en"),
        ("Wie hoch ist der Betrag der Rechnung?", "de"),
        ("Quel est le montant de la facture ?", "fr"),
        ("¿Cuál es el importe de la factura?", "es"),
        ("Qual è l'importo della fattura?", "it"),
        ("Wat is het bedrag van de factuur?", "nl"),
        ("Qual é o valor da fatura e quando foi paga?", "pt"),
        ("請求書の金額はいくらですか。", "ja"),
        ("发票金额是多少？", "zh"),
        ("4711", "en"),
    ],
)
def test_a_language_is_told_by_the_words_it_is_full_of(text: str, language: str) -> None:
    assert language_of(text) == language
