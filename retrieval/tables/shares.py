"""A share as two counts: “what percentage of flights were late” is how many were, of how many there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from retrieval.tables.rules.plan import Case, Plan, Planned, Ratio, Stuck
from retrieval.tables.rules.vocabulary.lexicon import irregular_pasts

Told = Callable[[Plan], str]
Counted = Callable[[str], tuple[Plan, str]]
REAL = {"postgres": "DOUBLE PRECISION", "duckdb": "DOUBLE", "sqlite": "REAL", "mysql": "DOUBLE"}
_ASKED = re.compile(
    r"\s*(?:(?:what|which|give(?: me)?|show(?: me)?|tell me)\b ?)?(?:(?:is|are|was|were|'s)\b )?(?:the )?"
    r"(?P<name>percentage|percent|share|proportion|fraction) of (?:(?:all|the|our|my|these) )*"
    r"(?P<rest>\S.*?)\s*[?.]?\s*$",
    re.I,
)
_IS = frozenset("are is was were have has had did do does can could".split())
_DOES = frozenset(
    "contain contains cost costs weigh weighs last lasts take takes need needs use uses come comes live "
    "lives make makes belong belongs start starts end ends".split()
)
_WHO = frozenset("that which who".split())
_EACH = re.compile(r"\b(?:each|every|per)\b", re.I)
_RELATIVE = re.compile(r"(?:that|which|who) ", re.I)


def share_of_counts(question: str, counted: Counted, told: Told, dialect: str) -> Planned | None:
    """The statement; what its counts leave over where there is none; None of questions for no share.

    `counted(question)`: the plan of a question for a count, and its statement; `told(plan)`: the statement of
    a plan. Both raise `Stuck`.
    """
    asked = _ASKED.match(question)
    parts = parted(asked["rest"]) if asked else None
    if asked is None or parts is None:
        return None
    subject, deed = parts
    try:
        whole, under = counted(f"How many {subject} are there?")
        part, over = counted(f"How many {subject} {_RELATIVE.sub('', deed, count=1)}?")
        if not (_is_count(whole) and _is_count(part) and _counts_same(whole, part)) or over == under:
            return Planned()
        name = "percentage" if asked["name"].lower().startswith("percent") else asked["name"].lower()
        times = 100 if name == "percentage" else 1
        if part.groups or part.group_by_time:
            if not _EACH.search(asked["rest"]):
                return Planned()  # “stays by guests from Germany” groups nothing
            return Planned(sql=told(_grouped(whole, part, name, times)), note=part.note)
    except Stuck as stuck:
        return Planned(left=stuck.planned.left)
    factor = f"{times} * " if times != 1 else ""
    sql = f"SELECT {factor}CAST(({over}) AS {REAL[dialect]}) / NULLIF(({under}), 0) AS {name}"
    return Planned(sql=sql, note=part.note or whole.note)


def _grouped(whole: Plan, part: Plan, name: str, times: int) -> Plan:
    """The share in each group: of its rows those for which also holds what is said of the part."""
    if whole.lacking or part.lacking or part.gaps or whole.gaps:
        raise Stuck(left=[name])
    if (whole.groups or whole.group_by_time) and whole.groups != part.groups:
        raise Stuck(left=[name])
    filters = tuple(each for each in part.filters if each not in whole.filters)
    spans = tuple(each for each in part.times if each not in whole.times)
    days = part.days if part.days != whole.days else ()
    if not (filters or spans or days) or len(part.filters) - len(filters) != len(whole.filters):
        raise Stuck(left=[name])
    ratio = Ratio(Case(filters, spans, days), None, times, name)
    return replace(part, folds=[], ratio=ratio, filters=whole.filters, times=whole.times, days=whole.days)


def parted(words: str) -> tuple[str, str] | None:
    """Whose share it is and what of them: at the verb of the sentence; None where it is not told which it is.

    “Films released in 2005 were horror films”: of two verbs a finite one is that of the sentence.
    """
    told = words.split()
    verbs = [place for place in range(1, len(told)) if _is_verb(told[place].lower())]
    firsts = [  # “have won” is one, “that are landlocked are” two
        place
        for place in verbs
        if place - 1 not in verbs or (told[place].lower() in _IS and told[place - 1].lower() not in _IS)
    ]
    finite = [place for place in firsts if told[place].lower() in _IS and told[place - 1].lower() not in _WHO]
    if len(firsts) > 1:
        firsts = finite
    if len(firsts) != 1:
        return None
    at = firsts[0]
    at -= told[at - 1].lower() in _WHO
    return (" ".join(told[:at]), " ".join(told[at:])) if at else None


def _is_verb(word: str) -> bool:
    return word in _IS | _DOES or word in irregular_pasts() or (word.endswith("ed") and len(word) > 4)


def _is_count(plan: Plan) -> bool:
    """Whether it tells one count of rows."""
    others = (
        plan.having, plan.limit, plan.order, plan.ratio, plan.per,
        plan.shown, plan.average_of, plan.count_times, plan.change, plan.is_running,
    )  # fmt: skip
    return len(plan.folds) == 1 and plan.folds[0].how == "count" and not any(others)


def _counts_same(whole: Plan, part: Plan) -> bool:
    return whole.folds[0].mark.tables == part.folds[0].mark.tables
