"""A question as a plan, by a model, where rules do not account for every word; it never computes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings

from agentic.facts.case import Case
from agentic.outcome import Outcome
from agentic.plans.asked.subjects import named_ratios
from agentic.plans.by_model.grounding import PlanReply, Ungrounded, grounded, reply_among
from agentic.plans.by_model.offered import Offered, stems_of
from agentic.plans.companies import answer_companies_plan
from agentic.plans.computed import answer_plan
from agentic.plans.planner import plan_of, unplaced
from agentic.plans.ratio_series import answer_series_plan
from agentic.running.prompts import prompt
from agentic.verification.curators import with_curators
from agentic.verification.fit import fit_of
from agentic.verification.verify import verify
from llm.errors import LLMError, Timeout
from llm.fencing import fenced
from llm.types import ChatModel, ChatRequest, Message, Tier
from reading.measures.catalogue import MEASURES
from retrieval.question.plans.model import Plan, leaves
from retrieval.question.ratios.named import ratios
from retrieval.question.statements import asks_for_statements
from retrieval.stems import stems

REPLY_TOKENS = 160  # a formula of 60 and what is around it
ASKS_AMOUNT = re.compile(
    r"\bhow (?:much|large|high|big|profitable)\b|\bper\s?cent\w*\b|%|"
    r"\b(?:ratio|margin|rate|turnover|growth)\b",
    re.IGNORECASE,
)
# What documents tell in words: why, how, by whom, and what somebody said of it.
TOLD_IN_WORDS = re.compile(
    r"^\W*(?:why|who|whom|whose|where|how (?:do|does|did|is|are|was|were|has|have|can|could|will|would)|"
    r"describe|explain|discuss|summari[sz]e|outline|tell me (?:about|why|how))\b|"
    r"\bwhat (?:drove|drives|caused|causes|led to|explains|explained|contributed to|is meant by)\b|"
    r"\b(?:reasons?|explanations?|rationale|causes?|polic(?:y|ies)|name|names) (?:for|behind|of|on)\b",
    re.IGNORECASE,
)
FOLDS = re.compile(r"(?:than|not|sum|list|count)", re.IGNORECASE)  # what a plan cannot say


def answer_by_model_plan(case: Case, *, chat: ChatModel) -> Outcome | None:
    """The answer by a plan that a model makes; None where rules are sure, or where no plan can be taken."""
    seconds = settings.RAGSITE_PLAN_SECONDS
    if not seconds or not _is_of_figures(case, chat.tier) or plan_of(case) is not None:
        return None
    offered = Offered.of(case)
    if not offered.measures:
        return None
    left = unplaced(case)
    with case.workings.trace.step("plan", "Ask the model for a plan", rules_left=list(left)) as step:
        step.output = {"planner": "model", "why": _why(left)}
        try:
            reply = _ask(case, offered, chat)
            plan, of = grounded(reply, offered, case)
        except Timeout:
            case.workings.trace.was_late = True
            step.error = f"The model took more than {seconds} s over it. There is no plan."
            return None
        except LLMError as error:
            step.error = f"{error} There is no plan."
            return None
        except Ungrounded as error:
            step.output |= {"reply": reply.model_dump(), "dropped": [str(error)]}
            return None
        step.output |= {"plan": plan.as_json(), "words": _became(case, plan)}
    return _checked(of, plan, _computed(of, plan), strict=chat.tier == "local")


def _computed(case: Case, plan: Plan) -> Outcome | None:
    if plan.by == "company":
        return answer_companies_plan(case, plan)
    return answer_series_plan(case, plan) if plan.by else answer_plan(case, plan)


def _is_of_figures(case: Case, tier: Tier) -> bool:
    """Whether it names a measure or a ratio, or asks for an amount, and for no reasons.

    A small model takes half a minute over a plan: it is not asked for one where no measure is named.
    """
    analysis = case.analysis
    if analysis.is_analytical or analysis.kind in ("conflict", "version", "count"):
        return False
    if TOLD_IN_WORDS.search(case.question) or asks_for_statements(case.question):
        return False
    asks_amount = tier != "local" and ASKS_AMOUNT.search(case.question)
    return bool(analysis.measures or named_ratios(case.question) or asks_amount)


def _why(left: Sequence[str]) -> str:
    words = ", ".join(f"“{word}”" for word in left)
    return f"Rules have no place for {words}" if left else "Rules know no computation for all of it"


def _ask(case: Case, offered: Offered, chat: ChatModel) -> PlanReply:
    rules, trace = prompt("plan"), case.workings.trace
    trace.prompt_versions[rules.name] = rules.version
    request = ChatRequest(
        system=rules.text.replace("{ratios}", ", ".join(ratios())),
        messages=[Message("user", f"{fenced(offered.told(chat.tier))}\nQuestion: {case.question}")],
        output=reply_among(offered, chat.tier),
        max_tokens=REPLY_TOKENS,
        timeout=settings.RAGSITE_PLAN_SECONDS,
    )
    reply = chat.complete(request)
    trace.spent(reply.usage)
    assert isinstance(reply.parsed, PlanReply)
    return reply.parsed


def _became(case: Case, plan: Plan) -> dict[str, str]:
    """What each word of the question that rules left open stands for in the plan."""
    used = {leaf.measure for leaf in leaves(plan.expression)}
    known = {name: stems_of(name) for name in used if name in MEASURES}
    return {
        word: next((name for name, words in known.items() if stems(word) & words), "no part of its own")
        for word in unplaced(case)
    }


def _checked(case: Case, plan: Plan, outcome: Outcome | None, *, strict: bool) -> Outcome | None:
    """The answer if the plan is of all that is asked; None where it leaves out a part of it, or a name.

    `strict`: also where too many words are left, as a small model's guesses leave them.
    """
    if outcome is None or not outcome[0].answered:
        return None
    draft, evidence = outcome
    with case.workings.trace.step("plan", "Compare the plan with the question") as step:
        answer = verify(draft, with_curators(evidence), question=case.question, analysis=case.analysis)
        whole = replace(draft, text=answer.text)
        fit = fit_of(whole, answer.numbers, evidence, question=case.question, analysis=case.analysis)
        lost = _lost(case, plan, draft.text)
        is_taken = not (fit.lacks_a_part or lost) and (fit.is_near or not strict)
        step.output = {"missing": list(fit.missing), "lost": lost, "taken": is_taken}
    return outcome if is_taken else None


def _lost(case: Case, plan: Plan, told: str) -> list[str]:
    """Names, and words that ask for more than a plan can say, which the answer does not take up."""
    first = case.question.split()[:1]
    names = [word for word in unplaced(case) if word[0].isupper() and word not in first]
    said = {"than": plan.test is not None or bool(plan.by), "list": plan.fold == "list"}
    more = [word for word in unplaced(case) if FOLDS.fullmatch(word) and not said.get(word.lower())]
    return [*(name for name in names if not stems(name) <= stems(told)), *more]
