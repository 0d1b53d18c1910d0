"""The search agent by rules alone: what it finds, computes and tells, in which steps."""

import pytest

from retrieval.scope.model import Scope
from tests.agentic.search.conftest import LINES, given, stored
from tests.factories import TableRowFactory

pytestmark = pytest.mark.django_db(transaction=True)


def statuses(run):
    return {number["status"] for number in run.result["numbers"]}


def kinds(run):
    return [step.kind for step in run.steps.all()]


def titles(run):
    return [step.title for step in run.steps.all()]


def tools(run):
    return [step.input["tool"] for step in run.steps.all() if "tool" in step.input]


def test_every_receipt_with_a_line_of_tires_is_listed_and_no_other(search, receipts):
    run = search("List every tire purchase receipt")
    assert run.answered
    assert run.answer.startswith("2 receipts are found")
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"receipt-R-1.pdf", "receipt-R-2.pdf"}
    assert all(span["page"] == 1 for span in run.result["tables"][0]["spans"])
    assert statuses(run) <= {"computed", "exact"}
    assert run.result["fit"]["covers"]


def test_each_step_is_in_the_trace_with_its_json(search, receipts):
    run = search("List every tire purchase receipt")
    steps = {step.kind: step.output for step in run.steps.all()}
    assert steps["decompose"]["intent"] == "list"
    assert steps["decompose"]["constraints"] == {"kind": {"op": "in", "value": ["receipt"]}}
    assert steps["route"]["route"] == "structured"
    assert steps["route"]["fallback"] == ["hybrid", "long-text"]
    assert (steps["route"]["min_hits"], steps["route"]["max_hits"]) == (3, 300)
    assert steps["review"]["status"] in ("more", "enough")
    assert kinds(run)[:3] == ["analyse", "decompose", "sql"]
    assert kinds(run)[-1] == "verify"


def test_rows_over_all_of_many_documents_go_before_facts_of_a_few(search, receipts, monkeypatch):
    question = "What is the total quantity purchased from Kellin Garage?"
    assert "Try a plan over the stored figures" in titles(search(question))
    monkeypatch.setattr(Scope, "candidates", property(lambda scope: 301))
    run = search(question)
    assert "7" in {number["text"] for number in run.result["numbers"]}
    assert {"Try a plan over the stored figures", "Choose the documents to look at"}.isdisjoint(titles(run))


def test_mode_auto_leaves_rows_of_many_documents_to_the_agent_before_it_searches(
    search, receipts, monkeypatch
):
    question = "What is the total quantity purchased from Kellin Garage?"
    monkeypatch.setattr(Scope, "candidates", property(lambda scope: 301))
    run = search(question, mode="auto")
    assert run.route == "search"
    assert "7" in {number["text"] for number in run.result["numbers"]}
    assert "Search passages by words and by meaning" not in titles(run)
    assert search("What is the fee for zebras?", mode="auto").route != "search"


def test_documents_that_mention_a_word_are_listed_though_it_is_a_label(search, workspace, hash_embedder):
    texts = {"a": "The turbine was put back.", "b": "Turbine T-07 stands.", "c": "Nothing here."}
    for name, text in texts.items():
        given(stored(workspace, name, f"Note {name}", hash_embedder, text), Turbine="T-07")
    run = search("Which documents mention turbine?")
    assert run.answer.startswith("2 documents mention “turbine”: a.pdf"), run.answer


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the total quantity of tires purchased?", "6"),
        ("How many tires were bought in total?", "6"),
        ("What did we spend on engine oil in 2024?", "€42.90"),
        ("What did we spend on tires?", "€506"),
    ],
)
def test_quantities_and_amounts_are_added_up_over_the_rows(search, receipts, question, value):
    run = search(question)
    assert value in {number["text"] for number in run.result["numbers"]}, run.answer
    assert statuses(run) == {"computed"}
    assert any("over" in number["formula"] for number in run.result["numbers"])


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        ("Sum the quantities of tires by vendor", {("Kellin Garage", "6")}),
        ("How many tires were bought per month?", {("2024-05", "4"), ("2024-06", "2")}),
    ],
)
def test_sums_are_told_apart_by_vendor_and_by_month(search, receipts, question, groups):
    run = search(question)
    assert {(row[0], row[1]) for row in run.result["tables"][0]["rows"]} == groups


def test_the_least_width_is_of_the_models_that_are_named(search, panels):
    run = search("What is the minimum panel width for AlphaSolar models?")
    assert "860 mm" in run.answer
    assert "840" not in run.answer
    assert [c["document"] for c in run.result["citations"]] == ["AlphaSolar-Slim.pdf"]


def test_who_gives_the_longest_warranty_is_told(search, panels):
    run = search("Which warranty is longest and who gives it?")
    assert "25 years: AlphaSolar-Slim.pdf, AlphaSolar Slim solar panel" in run.answer
    assert "unsupported" not in statuses(run)


def test_the_longest_of_what_documents_give_under_a_label_of_their_own_is_told(
    search, workspace, hash_embedder
):
    for name, months, giver in (("winch", 60, "Talland Lifting"), ("pump", 24, "Carrick Marine")):
        document = stored(workspace, f"statement-{name}", "Warranty statement", hash_embedder)
        given(document, Warranty_period=(months, "months"), Warranted_by=giver)
    run = search("Which warranty is longest and who gives it?")
    assert "The longest warranty period is 60 months: statement-winch.pdf, Talland Lifting" in run.answer
    assert "unsupported" not in statuses(run)


def test_ratings_are_compared_by_their_symbol(search, transistors):
    run = search("Which transistors have a V_CEO of at least 60 V?")
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"BD139.pdf", "TIP41C.pdf", "BUX48.pdf"}


def test_a_plan_over_the_facts_answers_where_it_covers_the_question(search, contracts):
    run = search("Which contracts with ACME have under 60 days notice?")
    assert "Harbour-contract.pdf (30 days)" in run.answer
    assert "Lumen" not in run.answer
    assert "annotations_search" not in tools(run)


def test_what_two_kinds_of_documents_share_is_listed(search, workspace, hash_embedder):
    from tests.agentic.search.conftest import stored

    for name, kind in (("Acetone", "datasheet"), ("Acetone", "certificate"), ("Toluene", "datasheet")):
        stored(
            workspace, f"{name}-{kind}", f"{name} {kind}", hash_embedder, summary=f"About the solvent {name}."
        )
    run = search("Which solvents are in both datasheets and certificates?")
    assert run.result["tables"][0]["rows"] == [["Acetone"]]


def test_what_kinds_share_is_told_apart_by_the_property_that_both_give(search, workspace, hash_embedder):
    from tests.agentic.search.conftest import given, stored

    for name, kind in (("Acetone", "datasheet"), ("Acetone", "certificate"), ("Toluene", "datasheet")):
        given(stored(workspace, f"{name}-{kind}", f"{name} {kind}", hash_embedder), Solvent=name)
    run = search("Which solvents are in both datasheets and certificates?")
    assert run.result["tables"][0]["rows"] == [["Acetone"]]


def test_rows_of_one_document_are_no_sum_over_all(search, receipts):
    run = search("Sum the quantities of tires by vendor")
    assert "receipt-R" not in run.answer.split("\n")[0]
    assert [row[1] for row in run.result["tables"][0]["rows"]] == ["6"]


def test_a_party_is_found_under_every_label_that_documents_give_it(search, receipts, hash_embedder):
    from tests.agentic.search.conftest import given, stored

    for name in ("Lead", "Zinc"):
        given(
            stored(receipts, f"{name}-certificate", f"{name} certificate", hash_embedder),
            Issued_by="Norlab Testing",
        )
    run = search("How many certificates were issued by Norlab Testing?")
    assert "2" in {number["text"] for number in run.result["numbers"]}, run.answer


def test_a_compound_unit_is_compared_as_one(search, workspace, hash_embedder):
    from tests.agentic.search.conftest import given, stored

    for name, density, weight in (("Chlorobenzene", 1.11, 5), ("Hexane", 0.66, 3)):
        document = stored(workspace, f"{name}-sheet", f"{name} sheet", hash_embedder)
        given(document, Solvent=name, Density=(density, "g/cm³"), Weight=(weight, "kg"))
    run = search("List the solvents with a density over 1 g/cm³")
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"Chlorobenzene-sheet.pdf"}
    run = search("List all solvents that weigh less than 4 kg")
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"Hexane-sheet.pdf"}


def test_a_route_is_planned_once_and_an_answer_made_once(search, receipts):
    run = search("List all documents about unicorns")
    assert kinds(run).count("plan") - tools_tried(run) == 1
    assert kinds(run).count("compose") <= 1
    assert any(step.output.get("fallback") for step in run.steps.all())


def tools_tried(run):
    return sum(step.title.startswith("Try a plan over") for step in run.steps.all())


def test_steps_of_a_procedure_are_told_from_their_section(search, workspace, hash_embedder):
    from tests.agentic.search.conftest import stored

    text = (
        "2 Maintenance of cabinet B-120\nFirst remove the front filter and rinse it with clear water. "
        "Then check the fan for dust and wipe the blades.\n3 Spare parts\nFilters are ordered by their "
        "number."
    )
    stored(workspace, "Cabinet-B120-manual", "Cabinet B-120 manual", hash_embedder, text=text)
    run = search("Explain the maintenance steps for cabinet B-120")
    assert "remove the front filter" in run.answer
    assert "check the fan" in run.answer
    assert "ordered" not in run.answer


def test_nothing_is_found_of_what_nothing_is_about(search, receipts):
    run = search("List all documents about unicorns")
    assert not run.answered
    assert not run.clarification
    assert "No documents are found about “unicorns”." in run.answer


def test_calls_end_at_the_cap(search, receipts, settings):
    settings.RAGSITE_SEARCH_CALLS = 3
    run = search("List all documents about unicorns and dragons and elves")
    assert len([k for k in kinds(run) if k in ("search",)]) + tools(run).count("annotations_search") <= 3


def test_only_documents_that_the_user_chose_are_searched(search, receipts):
    chosen = receipts.documents.get(filename="receipt-R-2.pdf")
    run = search("List every tire purchase receipt", document_ids=[chosen.pk])
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"receipt-R-2.pdf"}


def test_a_document_kept_out_of_answers_is_in_none(search, receipts):
    receipts.documents.filter(filename="receipt-R-2.pdf").update(status="failed")
    run = search("List every tire purchase receipt")
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"receipt-R-1.pdf"}


def test_a_question_over_two_documents_is_answered_in_steps(search, contracts):
    run = search("Who signed the contract that the invoice of May refers to?")
    assert "Mary Quill, of Harbour-contract.pdf" in run.answer
    assert "invoice-550.pdf" in run.answer
    assert "Tom Ander" not in run.answer
    assert {citation["document"] for citation in run.result["citations"]} == {
        "Harbour-contract.pdf", "invoice-550.pdf",
    }  # fmt: skip
    steps = {step.kind: step.output for step in run.steps.all()}
    assert len(steps["decompose"]["subqueries"]) == 3


def test_a_request_says_how_many_passages_are_looked_at_and_how_much_of_each(search, receipts, settings):
    settings.RAGSITE_ANSWER_CANDIDATES = 3
    question = "Explain what is known about receipts"
    for options, most, characters in (({}, 3, 400), ({"max_candidates": 2, "context_chars": 40}, 2, 40)):
        run = search(question, options=options)
        searches = [
            step for step in run.steps.all() if step.input.get("tool") in ("search_text", "search_semantic")
        ]
        assert {step.input["arguments"].get("context_chars", characters) for step in searches} == {characters}
        assert max(step.rows for step in searches) == most


def test_a_request_says_of_how_many_passages_the_answer_is_made(search, receipts):
    question = "Explain what is known about receipts"
    assert search(question).result["coverage"]["read"] == len(LINES)
    assert search(question, options={"top_k": 1}).result["coverage"]["read"] == 1


def test_the_section_of_one_machine_is_not_told_of_another(search, workspace, hash_embedder):
    for model, litres in (("KR-40", 60), ("KR-63", 95)):
        text = f"2 Oil change of the press\nOpen the drain plug. Refill with {litres} litres of oil."
        stored(workspace, f"manual-{model}", f"{model} press manual", hash_embedder, text=text)
    told = search("Explain the oil change of the KR-63").answer
    assert "95 litres" in told
    assert "60 litres" not in told
    assert "litres" not in search("Explain the oil change of the KR-99").answer


def test_a_word_in_a_fields_name_groups_nothing(search, workspace, hash_embedder):
    for name, rent in (("L-1", 3400), ("L-2", 1850)):
        lease = stored(workspace, f"lease-{name}", f"Lease {name}", hash_embedder)
        given(lease, Monthly_rent=(rent, "GBP"), Lease_end="30 June 2028")
    assert "2,625" in search("What is the average monthly rent of the leases?").answer


def test_a_verb_that_stands_nowhere_but_says_who_did_it_excludes_nothing(search, receipts):
    run = search("Which receipts were penned by Kellin Garage?")
    assert run.answer.startswith("2 receipts are found")
    assert not search("Which receipts of Kellin Garage were cancelled?").answered


def samples(workspace, hash_embedder):
    known = (("W-1", "Selby wharf", "Rafe", 56.3), ("W-2", "Cawood weir", "Tilda", 18.2))
    for number, site, sampler, nitrate in known:
        report = stored(workspace, f"water-{number}", f"Water test {number}", hash_embedder)
        given(report, Sampling_site=site, Sampled_by=sampler, Score=nitrate)
        TableRowFactory(
            document=report, table="Results", table_index=1, label="Nitrate",
            properties={"Parameter": "Nitrate", "Result": nitrate, "Result (unit)": "mg/l", "Limit": 50,
                        "Limit (unit)": "mg/l", "Unit": "mg/l"},
            quote=f"Nitrate {nitrate} mg/l 50",
        )  # fmt: skip


def test_a_result_is_compared_and_not_the_limit_beside_it_and_what_is_asked_for_stands_by_it(
    search, workspace, hash_embedder
):
    samples(workspace, hash_embedder)
    run = search("At which sites was nitrate above 30 mg/l?")
    assert run.answer.startswith("1 document is found with nitrate over 30 mg/l"), run.answer
    assert "water-W-1.pdf (56.3 mg/l, Selby wharf)" in run.answer


def test_the_most_of_all_is_told_with_what_is_asked_for(search, workspace, hash_embedder):
    samples(workspace, hash_embedder)
    run = search("Which sampling site has the highest score?")
    assert "Selby wharf" in run.answer.partition("\n\n")[0], run.answer


def test_a_verb_behind_whom_a_condition_names_says_no_more_than_that(search, workspace, hash_embedder):
    samples(workspace, hash_embedder)
    run = search("What is the average score of the water tests that Rafe taught?")
    assert "56.3" in run.answer, run.clarification


def test_what_is_asked_for_altogether_is_told_by_no_one_passage(search, workspace, hash_embedder):
    stored(workspace, "note", "Note", hash_embedder, text="The tender costs 890 euros of fuel.")
    run = search("How many euros of fuel does the tender cost altogether?")
    assert not run.answered, run.answer


def test_a_section_is_told_without_what_stands_under_another_heading_of_its_text(
    search, workspace, hash_embedder
):
    text = (
        "# Cabinet B-120 manual\n\n## 1 Safety\n\nOnly trained staff may open the cabinet at any time.\n\n"
        "## 2 Maintenance of cabinet B-120\n\nRinse the front filter with clear water. Check the seal.\n\n"
    )
    stored(workspace, "cabinet-B120", "Cabinet B-120 manual", hash_embedder, text=text)
    answer = search("Explain the maintenance steps for cabinet B-120").answer
    assert "Rinse the front filter" in answer
    assert "trained staff" not in answer


def test_who_gives_the_most_is_told_by_the_rows(search, panels):
    run = search("Which product warranty is longest and who gives it?")
    assert run.answer.startswith("The longest product warranty is"), run.answer


@pytest.mark.parametrize(
    "question", ["How many documents are in each bucket?", "Count the documents by bucket."]
)
def test_all_documents_are_counted_by_bucket(search, workspace, hash_embedder, question):
    for name, bucket in (("a", "north"), ("b", "north"), ("c", "south")):
        stored(workspace, name, f"Letter {name}", hash_embedder, bucket=bucket)
    run = search(question)
    assert run.answered, run.answer
    assert [row[:2] for row in run.result["tables"][0]["rows"]] == [["north", "2"], ["south", "1"]]
