from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from evals.answer_sets import annual, changed, filings, fit, unanswerable
from evals.answer_sets.answers import Given
from evals.answer_sets.asked import Judged, Question, evenly, rows_of, shares, write_misses
from evals.answer_sets.stores import Setting
from evals.answering.judging import judge
from reading.values.quantities import find_quantities

pytestmark = pytest.mark.django_db  # words are compared as the database does


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def judged(kind: str, verdict: str, *, green: bool = False) -> Judged:
    result = {"numbers": [{"status": "exact", "text": "5"}]} if green else {}
    given = Given("It was 5 [1].", True, {**result, "answered": True})
    return Judged(Question("How many?", kind, lambda _: "right", name="7"), given, verdict)


def test_the_gold_of_reports_holds_enough_of_each_kind() -> None:
    found = rows(annual.GOLD)
    absent = [row for row in found if row["answer"] in ("N/A", "no")]
    assert len(found) >= 60
    assert 0.4 <= len(absent) / len(found) <= 0.6
    assert len({row["question"] for row in found}) == len(found)
    numbers = [row for row in found if row["kind"] == "number" and row["answer"] != "N/A"]
    assert all(find_quantities(str(row["answer"])) and row["page"] for row in numbers)


def test_the_gold_of_unanswerable_questions_holds_enough_of_both() -> None:
    found = rows(unanswerable.GOLD)
    assert sum(bool(row["why"]) for row in found) >= 100
    answerable = [row for row in found if not row["why"]]
    assert len(answerable) >= 40
    assert all(find_quantities(each) for row in answerable for each in str(row["answer"]).split("|"))


def test_every_figure_of_the_filings_gold_can_be_read() -> None:
    for name in ("financebench", "sec-10-q"):
        for row, (kind, gold) in filings.read_gold(name).items():
            assert gold.figures or gold.says, (name, row)
            assert all(find_quantities(each) for group in gold.figures for each in group), (name, row)
            assert kind in (*filings.FIGURES, "name")


def test_a_question_that_is_not_in_the_gold_is_for_reading(tmp_path: Path) -> None:
    path = tmp_path / "gold.tsv"
    path.write_text("set\trow\tkind\tunit\tfigures\tbeside\tsays\tnote\nx\t2\tfigure\t$m\t1,200|7;3\t4\t\t\n")
    (kind, gold) = filings.read_gold("x", path)[2]
    assert (kind, gold.figures) == ("figure", (("$1,200 million", "$7 million"), ("$3 million",)))
    assert filings.read_gold("x", path).get(1) is None
    assert judge(Given("It was $7 million, then $3.0 million.", True), gold) == "right"


def test_n_a_is_right_only_where_the_data_is_not_there() -> None:
    absent = {"question": "How many?", "kind": "number", "answer": "N/A"}
    there = {"question": "How many?", "kind": "number", "answer": "5,372"}
    refused, given = Given("These documents do not say.", False), Given("It was 5,372 [1].", True)
    assert annual.verdict(refused, row=absent) == "right"
    assert annual.verdict(given, row=absent) == "wrong"
    assert annual.verdict(refused, row=there) == "refused"
    assert annual.verdict(given, row=there) == "right"


def test_a_name_is_not_right_behind_another_that_could_be_chosen() -> None:
    row = {"question": 'Which had the least: "Acme", "Bolt"?', "kind": "names", "answer": "Acme"}
    assert annual.verdict(Given("Acme had the least.", True), row=row) == "right"
    assert annual.verdict(Given("Bolt had 5, Acme 6.", True), row=row) == "wrong"


def test_an_unanswerable_question_is_to_be_refused_and_no_other() -> None:
    refused, given = Given("None of these.", False), Given("It was $5 million.", True)
    assert unanswerable.verdict(refused, row={"question": "?", "why": "company"}) == "right"
    assert unanswerable.verdict(given, row={"question": "?", "why": "company"}) == "wrong"
    answerable = {"question": "?", "why": "", "answer": "$5 million"}
    assert unanswerable.verdict(given, row=answerable) == "right"
    assert unanswerable.verdict(refused, row=answerable) == "refused"


def test_green_answers_that_are_not_right_are_counted() -> None:
    found = [judged("a", "right", green=True), judged("a", "wrong", green=True), judged("b", "refused")]
    assert list(rows_of(found)) == [
        ("a", 2, 1, 1, 0, 0, 2, 1),
        ("b", 1, 0, 0, 1, 0, 0, 0),
        ("all", 3, 1, 1, 1, 0, 2, 1),
    ]
    assert shares(found) == "1 of 3 right (.33), 1 wrong (.33), 1 refused (.33)"
    assert shares(found, "a") == "1 of 2 right (.50), 1 wrong (.50), 0 refused (.00)"


def test_what_is_not_right_is_written_down(tmp_path: Path) -> None:
    path = tmp_path / "misses.jsonl"
    write_misses([judged("a", "right"), judged("b", "wrong", green=True)], str(path))
    [told] = rows(path)
    assert (told["kind"], told["verdict"], told["green"], told["numbers"]) == (
        "b",
        "wrong",
        True,
        ["5: exact"],
    )
    write_misses([judged("a", "wrong")], "")


def test_a_sample_is_spread_over_all() -> None:
    assert evenly(range(10), 5) == [0, 2, 4, 6, 8]
    assert evenly(range(3), 5) == [0, 1, 2]
    assert evenly(range(3), None) == [0, 1, 2]


def test_an_unknown_set_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="choose financebench, sec-10-q, annual"):
        call_command("evaluate", "answers", "--set", "set=nothing", data=tmp_path)


@pytest.mark.django_db
def test_an_unknown_workspace_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no workspace “nowhere”"):
        call_command("evaluate", "answers", "--set", "set=annual", "--set", "keep=nowhere", data=tmp_path)


def test_the_pairs_of_questions_and_sentences_are_half_of_each_kind() -> None:
    found = list(fit.pairs())
    assert len(found) >= 150
    assert 0.45 <= sum(pair.fits for pair in found) / len(found) <= 0.55
    assert len({(pair.question, pair.answer) for pair in found}) == len(found)


def test_in_pairs_that_do_not_fit_every_number_is_true() -> None:
    """Else it were no wonder that they are not green."""
    for pair in fit.pairs():
        if not pair.fits:
            assert all(number.status != "unsupported" for number in pair.checked.numbers), pair.answer


def test_changed_numbers_are_those_that_the_first_text_does_not_have() -> None:
    assert changed.changes("up 5% to $1,200 in 2020", "up 5% to $1,300 in Q3 2021") == ("1,300", "3", "2021")
    assert changed.changes("up 5%", "down 5%") == ()


def test_texts_are_counted_by_what_was_changed(tmp_path: Path) -> None:
    document = "Revenue rose 12% to $340 million.\nWe expect growth."
    texts = [("Revenue was $340 million.", True), ("Revenue was $350 million.", False), ("It fell.", False)]
    lines = [
        {"id": "x", "document": document, "original": texts[0][0], "text": text, "consistent": is_true}
        for text, is_true in texts
    ]
    (tmp_path / "changed-figures").mkdir()
    (tmp_path / changed.FILE).write_text("".join(json.dumps(line) + "\n" for line in lines))
    report = changed.changed_figures(Setting(tmp_path))
    assert report.rows == (
        ("true", 1, 0, 1, 0),
        ("with changed figures", 1, 1, 1, 1),
        ("changed elsewhere", 1, 0, 0, 0),
    )
