"""The story of one question: analyse, filter, choose a route, gather, compose, check every number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agentic.evidence import Answer
from agentic.inquiry import Inquiry, Models, Question
from agentic.models import Run
from agentic.outcome import Answered, Outcome
from agentic.routes.model_analysis import read_by_model
from agentic.routes.order import AT_ONCE, ROUTES, Route
from agentic.running.narrowing import narrowed
from agentic.trace import Trace
from agentic.verification.curators import with_curators
from agentic.verification.merged import merged
from agentic.verification.verify import verify
from llm.providers.none import NoModel
from llm.types import Tier
from retrieval.question.analyse import analyse
from retrieval.question.normalise import normalised
from retrieval.question.wording.both import Both, both_in, sides_in
from retrieval.question.wording.manner import manner_of
from retrieval.question.wording.sources import source_in
from retrieval.scope.named_file import document_named

QUICK = "This is the quick answer that you asked for, by rules and text search without the model."


def answer_question(question: Question, *, models: Models, trace: Trace) -> Answered:
    """The first route's answer that answers, to each of two questions; the last route's where none does."""
    if answered := answer_narrowed(question, models, trace) or answer_both(question, models, trace):
        return answered
    inside = within_named_file(question, trace)
    if inside and (stored := stored_there(inside, models.chat.tier, trace)):
        return stored
    inquiry = understand(question, models.chat.tier, trace, models)
    answered = first_answer(AT_ONCE, inquiry) or first_answer(ROUTES, reread(inquiry))
    assert answered is not None, "the last route always gives something"
    if is_told(answered):
        return answered
    of_file = answer_question(inside, models=models, trace=trace) if inside else None
    if of_file and (is_told(of_file) or (of_file.answer.answered and not answered.answer.answered)):
        return of_file
    return answer_sides(question, models, trace) or answered


def answer_narrowed(question: Question, models: Models, trace: Trace) -> Answered | None:
    """The answer from the documents that were listed before, where the question points at these."""
    among = narrowed(question)
    if among is None:
        return None
    with trace.step("analyse", "Look among the documents that were listed before") as step:
        step.output = {"documents": len(among.document_ids), "question": among.text}
    answered = answer_question(among, models=models, trace=trace)
    return answered if is_told(answered) else None


def is_told(answered: Answered) -> bool:
    """Whether it answers, and not only by what comes nearest."""
    return answered.answer.answered and not answered.is_nearest


def answer_sides(question: Question, models: Models, trace: Trace) -> Answered | None:
    """The same told of each of two that are to be compared; None where one of them has no answer."""
    sides = sides_in(question.text)
    if sides is None:
        return None
    told = []
    for side in (sides.first, sides.second):
        told.append(answer_question(replace(question, text=side), models=models, trace=trace))
        if not is_told(told[-1]):
            return None
    return Answered(merged(sides, [each.answer for each in told]), told[0].route)


def answer_both(question: Question, models: Models, trace: Trace) -> Answered | None:
    """The answers to two questions asked in one; None where it is one, or the first has no answer.

    What the second only points at is what the first is about, or what answers it. It is looked for in the
    documents that answered the first, and in others only where it names something itself.
    """
    both = both_asked(question)
    if both is None:
        return None
    if (whole := answered_beside(question, models, trace)) is not None:
        return whole
    with trace.step("analyse", "Read it as two questions") as step:
        step.output = {"first": both.first, "second": both.second}
    first = answer_question(replace(question, text=both.first), models=models, trace=trace)
    if not first.answer.answered:
        return None
    if both.pointing:
        subject = found_by(first.answer) or both.subject
        if not subject:
            return None
        both = replace(both, second=both.naming(subject))
    cited = {citation.document_id for citation in first.answer.citations}
    there = question.document_ids or sorted(cited)
    second = answer_question(
        replace(question, text=both.second, document_ids=there), models=models, trace=trace
    )
    if not second.answer.answered and both.names_something and not question.document_ids:
        second = answer_question(replace(question, text=both.second), models=models, trace=trace)
    return Answered(merged(both, (first.answer, second.answer)), first.route)


def answered_beside(question: Question, models: Models, trace: Trace) -> Answered | None:
    """The facts' answer to both, where one row tells both: “which has most, and who made it”."""
    answered = first_answer(AT_ONCE, understand(question, models.chat.tier, trace, models))
    answer = answered.answer if answered else None
    is_whole = answer and answer.answered and (answer.fit or {}).get("covers")
    return answered if is_whole and answer and (answer.plan or {}).get("beside") else None


def within_named_file(question: Question, trace: Trace) -> Question | None:
    """What is asked beside the one file that the question names, of that file; None where it names none, or
    the user chose documents."""
    if question.mode not in (Run.Mode.AUTO, Run.Mode.FACTS) or question.document_ids:
        return None
    source = source_in(question.text)
    document = document_named(source.what, question.workspace) if source else None
    if source is None or document is None:
        return None
    with trace.step("analyse", "Find the file that the question names") as step:
        step.output = {"file": source.what, "question": source.rest}
    return replace(question, text=source.rest, document_ids=[document])


def stored_there(question: Question, tier: Tier, trace: Trace) -> Answered | None:
    """The facts' answer that leaves nothing of the question out."""
    answered = first_answer(AT_ONCE, understand(question, tier, trace))
    fit = answered.answer.fit if answered else None
    return answered if answered and answered.answer.answered and (fit is None or fit.get("covers")) else None


def both_asked(question: Question) -> Both | None:
    return both_in(question.text) if question.mode == Run.Mode.AUTO else None


def found_by(answer: Answer) -> str:
    """What the one row is called that an answer names: “Van 3” of “which van has most miles?”"""
    ask = (answer.plan or {}).get("ask")
    rows = [row for table in answer.tables for row in table.rows]
    is_one = len(rows) == 1 or ask in ("highest", "lowest", "first", "last")
    label = str(rows[0][0]) if rows and is_one else ""
    return label if label and answer.text.lstrip(" *“").startswith(label) else ""


def answer_quickly(question: Question, *, models: Models, trace: Trace) -> Answered:
    """What rules, facts and text search have, in place of the model's answer, whatever it was at."""
    trace.hurry()
    with trace.step("route", "Leave the model out: a quick answer was asked for"):
        pass
    mode = question.mode if question.mode in (Run.Mode.FACTS, Run.Mode.SEARCH) else Run.Mode.AUTO
    without = replace(models, chat=NoModel())
    answered = answer_question(replace(question, mode=mode), models=without, trace=trace)
    warnings = (QUICK, *answered.answer.warnings)
    return replace(answered, answer=replace(answered.answer, warnings=warnings), quick=True)


def answer_without_model(question: Question, *, tier: Tier, trace: Trace) -> Answered | None:
    """The facts alone, in milliseconds; None where the rules do not understand it, or it is two questions."""
    if both_asked(question):  # each may need more than the facts
        return None
    if inside := within_named_file(question, trace):
        return stored_there(inside, tier, trace)
    return first_answer(AT_ONCE, understand(question, tier, trace))


def understand(question: Question, tier: Tier, trace: Trace, models: Models | None = None) -> Inquiry:
    """What is asked for, as the rules read it, and in which documents the answer can stand."""
    with trace.step("analyse", "Read the question") as step:
        question = replace(question, text=normalised(question.text, question.workspace))
        analysis = analyse(question.text, workspace=question.workspace, history=question.history)
        step.output = analysis.as_json()
    return Inquiry(question, analysis, tier, trace, models)


def reread(inquiry: Inquiry) -> Inquiry:
    """The question as a model reads it, where the rules are in doubt and a model can settle that."""
    question, trace = inquiry.question, inquiry.trace
    if inquiry.mode == Run.Mode.SEARCH:  # the agent takes it apart itself
        return inquiry
    analysis = read_by_model(
        inquiry.analysis,
        workspace=question.workspace,
        history=question.history,
        chat=inquiry.require_models().chat,
        trace=trace,
    )
    if analysis is inquiry.analysis:
        return inquiry
    return replace(inquiry, analysis=analysis, given=None, is_reread=True)


def first_answer(routes: Sequence[Route], inquiry: Inquiry) -> Answered | None:
    for route in routes:
        if outcome := route.take(inquiry):
            inquiry.trace.refused = len(inquiry.refusals)
            return Answered(check(inquiry, outcome), route.name, is_nearest=outcome[0].is_nearest)
    return None


def check(inquiry: Inquiry, outcome: Outcome) -> Answer:
    """The answer with each number matched to what it rests on."""
    draft, evidence = outcome
    if not draft.answered and (absent := manner_of(inquiry.question.text).absent):
        draft = replace(draft, text=f"{absent.rstrip('.')}. {draft.text}")
    with inquiry.trace.step("verify", "Check every number") as step:
        answer = verify(
            draft, with_curators(evidence), question=inquiry.question.text, analysis=inquiry.analysis
        )
        step.rows = len(answer.numbers)
        step.output = {"proven": answer.proven, "of": len(answer.numbers)}
    return answer
