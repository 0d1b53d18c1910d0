import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from evals.report import Provenance, Report, record, to_markdown

REPORT = Report(
    title="Pages found",
    columns=("k", "hit"),
    rows=((1, 0.25), (5, None)),
    notes=("Two of three misses are sideways tables.",),
)
SOURCE = Provenance(
    date="2025-03-04", commit="abc1234", machine="2 cores", command="python manage.py evaluate x"
)


def test_markdown_names_date_commit_machine_and_command():
    text = to_markdown(REPORT, SOURCE)
    assert "2025-03-04, commit abc1234, 2 cores" in text
    assert "`python manage.py evaluate x`" in text
    assert "| 1 | 0.25 |\n| 5 | – |" in text
    assert text.endswith("- Two of three misses are sideways tables.\n")


def test_a_bar_in_a_cell_does_not_split_it():
    report = Report(title="T", columns=("a",), rows=(("x | y",),))
    assert r"| x \| y |" in to_markdown(report, SOURCE)


def test_numbers_are_cut_to_what_they_tell():
    line = to_markdown(replace(REPORT, rows=((0.12345, 140.905, 12345.6, 5810),)), SOURCE)
    assert "| 0.123 | 141 | 12346 | 5810 |" in line


def test_records_are_appended(tmp_path):
    path = tmp_path / "RESULTS.md"
    path.write_text("# Results\n")
    record(REPORT, SOURCE, path)
    record(REPORT, SOURCE, path)
    assert path.read_text().count("## Pages found") == 2
    assert path.read_text().startswith("# Results\n")


def test_an_unknown_evaluation_names_the_known_ones(tmp_path):
    with pytest.raises(CommandError, match=r"choose .*proofs"):
        call_command("evaluate", "nothing", data=tmp_path)


def test_a_missing_data_folder_is_a_sentence(tmp_path):
    with pytest.raises(CommandError, match="give the folder of the public data sets"):
        call_command("evaluate", "answers", data=tmp_path / "nowhere")


def test_an_evaluation_that_needs_no_data_asks_for_none(tmp_path):
    with pytest.raises(CommandError, match="lamps"):
        call_command("evaluate", "hostile", "--set", "kind=lamps", data=tmp_path / "nowhere")


def test_an_unknown_option_names_the_known_ones(tmp_path):
    with pytest.raises(CommandError, match="it takes: keep, misses, set, tier"):
        call_command("evaluate", "answers", "--set", "colour=red", data=tmp_path)


@pytest.mark.django_db
def test_json_holds_the_rows(tmp_path):
    (tmp_path / "financebench").mkdir()
    (tmp_path / "financebench" / "questions.jsonl").write_text("")
    out = StringIO()
    call_command("evaluate", "answers", "--json", data=tmp_path, stdout=out)
    assert json.loads(out.getvalue())["rows"] == []
