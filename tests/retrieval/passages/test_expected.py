from __future__ import annotations

import pytest

from retrieval.passages.expected import asking_words, expected_of, head_of, kind_words
from tests.cases import every_case


@every_case(
    "question, kind",
    [
        ("How much is the deposit when rent is paid monthly?", "amount"),
        ("Which number do guests ring at night?", "phone"),
        ("Unter welcher Telefonnummer ist der Hafen zu erreichen?", "phone"),
        ("What did the yearly survey of the old crane by Wren cost?", "amount"),
        ("At what pressure is the boiler run?", "number"),
        ("Up to what depth may divers go?", "number"),
        ("Which exit code does the saw give for a jam?", "number"),
        ("What is the most that a guest may have to pay?", "amount"),
        ("How soon must the harbour answer?", "duration"),
        ("How early must the boat be booked?", "duration"),
        ("How far ahead must the boat be booked?", "duration"),
        ("What do I get back per mile for my own boat?", "amount"),
        ("What do I get back for my own boat?", "open"),
        ("If I sell the boat, do I get the fee back?", "yesno"),
        ("I lost my oar. Will the club replace it?", "yesno"),
        ("If I sell the boat, how long do I wait?", "duration"),
        ("After the fair, who keeps the boat?", "person"),
        ("When must the crane be tested at the latest?", "date"),
        ("When does the night boat reach the island?", "date"),
        ("Within what time must the supplier report a defect?", "duration"),
        ("When was version 2.1 released?", "date"),
        ("Who chaired the meeting of 3 May?", "person"),
        ("When does the lease end?", "date"),
        ("By when must members apply?", "date"),
        ("At what time was the session closed?", "clock"),
        ("When was the council meeting adjourned?", "clock"),
        ("À quelle heure la séance a-t-elle commencé ?", "clock"),
        ("Wanneer werd de vergadering van het bestuur gesloten?", "clock"),
        ("What is the fixed salary test?", "definition"),
        ("What is the sales tax rate in the harbour?", "percent"),
        ("How much current does the pump draw?", "number"),
        ("What was the primary reason for the delay?", "reason"),
        ("What factors drove the rise in rents?", "reason"),
        ("What do the audit fees consist of?", "said"),
        ("What is the rent based on?", "said"),
        ("What is a cost-plus contract?", "open"),
        ("What are harbour dues?", "definition"),
        ("What is the proportion of members present?", "percent"),
        ("By how much were emissions reduced?", "change"),
        ("What was the tax liability at 31 March 2019?", "amount"),
        ("Which state's law governs the lease?", "law"),
        ("What percentage of the votes was invalid?", "percent"),
        ("How many members were absent?", "count"),
        ("Where is the registered office?", "place"),
        ("Which company delivers the pumps?", "organization"),
        ("What would a publisher have to do to stay out of reach of the law?", "open"),
        ("Why was the credit note issued?", "reason"),
        ("What does “Force Majeure” mean?", "definition"),
        ("How do you reset the controller?", "steps"),
        ("Until what day is the lock cut closed?", "date"),
        ("For what sum is the drill insured?", "amount"),
        ("What is charged for a missed lesson?", "amount"),
        ("Is the shed insured, and if not, why?", "reason"),
        ("In which case may a party assign the contract?", "open"),
        ("What happens if I pay the rent late?", "open"),
        ("Am I allowed to keep a goat?", "yesno"),
        ("¿Cuánto hay que esperar para entrar?", "duration"),
        ("Hoeveel borg betaal je voor een kano?", "amount"),
        ("Hoeveel mensen betalen voor een kano?", "count"),
        ("Puis-je amener mon chien dans la salle des fêtes ?", "yesno"),
        ("Posso portare il cane nella sala della scuola?", "yesno"),
        ("¿Puedo traer el perro?", "yesno"),
        ("Wie lange ist die Kündigungsfrist?", "duration"),
        ("Wie viele Werktage Urlaub stehen einem Arbeitnehmer zu?", "duration"),
        ("Bis wann ist die Rechnung zu überweisen?", "date"),
        ("Quel est le solde à payer de la facture ?", "amount"),
        ("¿Cuántos votos hubo en la sesión?", "count"),
        ("¿Quién firmó el acta de la reunión?", "person"),
        ("Perché è stata emessa la nota di credito?", "reason"),
        ("Hoeveel dagen heeft de klant om te betalen?", "duration"),
        ("Hoeveel bedragen de leges voor het terras?", "amount"),
        ("Quando foi assinado o contrato da empresa?", "date"),
        ("Which boats are exempt from the harbour fee?", "list"),
        ("What was the driver’s name in the report?", "person"),
        ("What dose of chalk do potters get?", "number"),
        ("A cosa sono dovute le infiltrazioni?", "reason"),
        ("¿Con cuánta antelación hay que avisar?", "duration"),
        ("Which courts decide when no agreement is found?", "place"),
        ("What does the driver get when the quay is closed?", "open"),
        ("Which contracts say how long notice is?", "open"),
        ("How much notice must the tenant give?", "duration"),
        ("Which goods does the seller deliver?", "list"),
        ("Which three mills make up the estate?", "list"),
        ("What quorum do the rules of the clubs set?", "open"),
        ("How do the authors explain that clay cracked?", "reason"),
        ("What does the abbreviation KLM stand for?", "expansion"),
    ],
)
def test_the_words_of_a_question_say_what_it_expects(question: str, kind: str) -> None:
    assert expected_of(question).kind == kind


def test_what_is_counted_ends_before_words_that_bind_others() -> None:
    assert expected_of("How many voting members were not in attendance?").noun == "voting members"
    assert expected_of("How many of the kilns were lit?").noun == "kilns"


def test_whose_helper_is_asked_for_is_no_part_of_the_office() -> None:
    assert expected_of("Who is the landlord’s solicitor for the mill?").noun == "solicitor"


def test_of_how_much_is_what_the_noun_is_that_must_be_told():
    assert expected_of("How much is the monthly rent of the mill?").noun == "rent"
    assert expected_of("How much was his deposit?").noun == "deposit"


@pytest.mark.parametrize(
    ("question", "language", "words"),
    [
        ("Op welke datum is de boot verkocht?", "nl", "datum"),
        ("When must the crane be tested at the latest?", "en", "at the latest"),
        ("May guests fish, and under what conditions?", "en", "under what conditions"),
    ],
)
def test_words_that_only_say_of_what_kind_or_bound_an_answer_is(question, language, words):
    assert words in kind_words(question, language)


def test_an_event_is_no_one_thing_that_must_be_named():
    assert head_of("Which event must end the lease?") == ""
    assert head_of("Which guild must end the lease?") == "guild"


def test_what_is_counted_ends_before_the_verb_in_italian() -> None:
    assert expected_of("Quanti libri posso portare a casa?").noun == "libri"


def test_what_somebody_is_to_do_is_no_head() -> None:
    assert head_of("What are you supposed to do if the kiln smokes?") == ""
    assert head_of("What quorum do the guests need?") == "quorum"


def test_words_that_only_ask_are_known_in_other_languages() -> None:
    assert asking_words("Bis wann ist die Rechnung zu zahlen?", "de") == "Bis wann"
    assert asking_words("Combien coûte le pain ?", "fr") == "Combien coûte"


def test_a_title_in_quotes_asks_nothing() -> None:
    assert expected_of('When does the webinar "So, a flood... Now What?" take place?').kind == "date"
    assert expected_of('What does "net zero" mean?').kind == "definition"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How high is the filing fee of the courts?", "amount"),
        ("How high is the tower?", "number"),
        ("When does the invoice 77/2022 have to be paid?", "date"),
        ("What is the longest time for which a consent stays valid?", "duration"),
        ("What size must the picture have?", "number"),
        ("Woher hat die Wildgans ihren Namen?", "origin"),
        ("Where does the name Wildgans come from?", "origin"),
    ],
)
def test_what_is_asked_of_fees_bills_sizes_and_names(question, kind):
    assert expected_of(question).kind == kind
