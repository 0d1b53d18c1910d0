"""What a translation of a question may not lose."""

from agentic.abroad.kept import lost_in
from tests.cases import every_case

HELD = "bollettino meteo della valle d aosta del 29 novembre 2015 verres"
ITALIAN = "Qual era la temperatura massima a Verrès nel bollettino della Valle d'Aosta del 29 novembre 2015?"
ENGLISH = "What was the highest temperature at Verrès in the Aosta Valley bulletin of 29 November 2015?"


@every_case(
    "question, told, language, lost",
    [
        (ENGLISH, ITALIAN, "it", ""),
        (ITALIAN, ENGLISH, "en", ""),
        (ENGLISH, ITALIAN.replace("29", "28"), "it", "a date"),
        (ENGLISH, ITALIAN.replace("a Verrès ", ""), "it", "“Verrès”"),
        (ENGLISH, ENGLISH, "it", "the language"),
        (ENGLISH, f"{ITALIAN} {ITALIAN} {ITALIAN}", "it", "the length"),
        ("How long is the lease of flat 12B?", "Wie lang ist die Miete der Wohnung?", "de", "a number"),
        ("When was it sold in February?", "Wann wurde es im März verkauft?", "de", "a date"),
        ("When does the lease end?", "Wie viel kostet die Miete am Ende?", "de", "what is asked for"),
        ("What does the term “Aurora” cost?", "Was kostet der Begriff „Morgenröte“?", "de", "“Aurora”"),
        ("How big is Meyer's flat in Germany?", "Wie groß ist die Wohnung in Deutschland?", "de", "“Meyer”"),
        ("How big is Meyer's flat in Germany?", "Wie groß ist Meyers Wohnung in Deutschland?", "de", ""),
    ],
)
def test_numbers_days_names_and_what_is_asked_for_are_kept(question, told, language, lost):
    assert lost_in(told, question, language, HELD) == lost
