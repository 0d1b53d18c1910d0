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


SHORT = {
    "de": ("Darf ich laut Urlaubsgesetz arbeiten?", "Wohin damit?", "Braucht jeder Besucher Ausweis?"),
    "fr": ("Dois-je prévenir?", "Puis-je travailler pendant vacances?"),
    "es": ("¿Debo avisar?", "¿Puedo trabajar durante vacaciones?", "¿Firma Juan?"),
    "it": ("Posso fumare?", "Devo avvisare?"),
    "nl": ("Mag ik roken?", "Moet ik betalen?"),
    "pt": ("Houve multas?", "Quem assina?"),
    "en": ("May I smoke?", "When does lease end?", "Where does Jan live?"),
}


def test_a_question_of_few_words_tells_its_language_by_how_it_asks() -> None:
    told = {text: language_of(text) for texts in SHORT.values() for text in texts}
    assert told == {text: language for language, texts in SHORT.items() for text in texts}
