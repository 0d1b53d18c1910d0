"""Whether an answer is of the kind asked for: by groups, a change, an average, a share, a yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agentic.plans.asked.subjects import AVERAGE, MOVES, YEARS_OF
from agentic.verification.fitting.asked import Asked
from agentic.verification.fitting.lacks import QUARTER_DAYS, YEAR_DAYS, Lack
from agentic.verification.fitting.told import SEVERAL, Told, days_of, times_of
from agentic.verification.fitting.words import MEAN
from reading.values.quantities import Quantity, find_quantities
from retrieval.passages.values import values_in
from retrieval.question.grouping import find_grouping
from retrieval.question.kinds import NOUN
from retrieval.question.plans.bounds import find_bound
from retrieval.question.wording.manner import manner_of
from retrieval.question.wording.rows import MOVING

YES_OR_NO = re.compile(
    r"^\W*(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would)\b", re.IGNORECASE
)
SAYS_SO = re.compile(r"^\W*(?:yes|no)\b", re.IGNORECASE)
ENDS = ("highest", "lowest")
MOVED = re.compile(
    r"\b(?:rose|rise[ns]?|fell|fall[ens]*|increas\w+|decreas\w+|grew|grow\w*|declin\w+|drop\w*|chang\w+|improv\w+|"
    r"worsen\w*|shr[aiu]nk\w*|unchanged|same|higher|lower|up|down|gain\w*)\b",
    re.IGNORECASE,
)
EXTREME = re.compile(
    r"\b(?:highest|largest|biggest|greatest|most|best|strongest|lowest|smallest|least|fewest|worst|weakest|longest|"
    r"shortest|earliest|latest|cheapest|dearest|heaviest|lightest|fastest|slowest|oldest|youngest|top)\b",
    re.IGNORECASE,
)
RECENT = re.compile(
    r"\b(?:most\s+recent(?:ly)?|latest|newest|at\s+(?:most|least|best|worst))\b", re.IGNORECASE
)
NOT = re.compile(r"\b(?:how (?:much|many)|which|who|what)\b.*\b(?P<denied>not [a-z]+)", re.IGNORECASE)
DENIES = re.compile(
    r"\b(?:not?|none|never|neither|nor|without|except\w*|exclud\w*|un\w{4,}|in\w*eligible|only|fail\w*|outstanding|"
    r"remain\w*|lack\w*|prohibit\w*|forbid\w*|cannot)\b|n[’']t\b",
    re.IGNORECASE,
)
RESPECTIVE = re.compile(r"\brespective(?:ly)?\b", re.IGNORECASE)
WEIGHTED = re.compile(r"\bweighted[\s-]+average\b", re.IGNORECASE)  # of a price or rate, no average of it
APART = re.compile(r"\b(?:differen\w+|exceed\w*|apart|(?:more|less|fewer) than)\b", re.IGNORECASE)
OVER_SEVERAL = re.compile(
    r"\b(?:total|sum|how much|how many)\b.*"
    r"\b(?:of (?:both|all|each|every)|altogether|combined|together|in all)\b",
    re.IGNORECASE,
)
TOTALLED = re.compile(r"\b(?:total|sum) of\b|\b(?:come|amount|add up) to\b", re.IGNORECASE)
ADDED = re.compile(r"\b(?:sums?|totals?|adds? up|altogether|combined|in all)\b|\d \+ |=", re.IGNORECASE)
WHEN = re.compile(r"^\W*(?:(?:and|so|by|until|since|from) )?when\b(?! (?:it|they|we|I)\b)", re.IGNORECASE)
TIMES = ("date", "duration", "clock")
CONDITIONAL = re.compile(  # a time without a day: “once both have signed”, “in the spring”, “since 1998”
    r"\b(?:after|before|within|upon|until|once|when|while|during|if|every|each|immediately|at|in|since|daily|weekly|"
    r"monthly|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
BY_HOW_MUCH = re.compile(r"\bby how (?:much|many)\b", re.IGNORECASE)
COMPARING = re.compile(r"compar|differ", re.IGNORECASE)
EXCEPT = re.compile(
    r"\b(?:exclud\w+|except\w*|without|other than|apart from|net of|before (?!20\d\d|the end)\w+)\b",
    re.IGNORECASE,
)
PER_CENT = re.compile(
    r"\bper\s?cent(?:age)?\b|%|\bas a (?:share|proportion|fraction) of\b|"
    r"\b(?:what|which) (?:share|proportion|portion|fraction) of\b",
    re.IGNORECASE,
)
# A time, which is checked as one: “the first three quarters of 2023”.
SPANS_OF = re.compile(
    r"\b(?:first|last|past)\s+(?:two|three|four|six|nine|\d)\s+(?:quarters|months)(?=\s+of\b|\s+(?:fiscal\s+)?\d{4})",
    re.IGNORECASE,
)
SPANS = {1: (27, 32), 3: QUARTER_DAYS, 6: (170, 190), 12: YEAR_DAYS}


def lacks_of_kind(asked: Asked, told: Told) -> Iterator[Lack]:
    bare = RECENT.sub(lambda found: " " * len(found[0]), asked.bare)
    several = len(told.figures) >= SEVERAL
    yes_or_no = bool(SAYS_SO.search(told.text))
    grouping = find_grouping(asked.bare) if asked.measures and not told.plan.get("group_by") else None
    if grouping and not _is_grouped(told, grouping.by, grouping.months):
        of = f" of {times_of(told)}" if times_of(told) else ""
        yield Lack(
            f"You asked by {grouping.noun or 'period'}; the answer is one figure{of}.",
            asked.bare[grouping.start : grouping.end],
        )
    moves = _asks_for_change(asked, bare)
    if moves and not (len(told.ends) >= SEVERAL or (MOVED.search(told.text) and told.numbers)):
        yield Lack(f"You asked for a change (“{moves[0]}”); the answer gives one figure.", moves[0])
    # What the row tells that changed most; where nothing changes “by how much” is the distance to the next.
    is_end = told.plan.get("ask") in ENDS and bool(MOVING.search(bare))
    sized = is_end or MOVED.search(told.text) or APART.search(told.text)
    if (size := BY_HOW_MUCH.search(bare)) and told.numbers and not sized:
        yield Lack("You asked by how much it changed; the answer does not say.", size[0])
    if (when := WHEN.search(bare)) and not _gives_time(told.text):
        yield Lack("You asked when; the answer gives no time.", when[0].strip())
    over = OVER_SEVERAL.search(bare) or (TOTALLED.search(bare) if _names_several(bare) else None)
    if over and len(_values_said(told)) == 1 and not ADDED.search(told.text.partition(": “")[0]):
        yield Lack("You asked for what several come to; the answer gives one value.", over[0])
    if (denied := NOT.search(bare)) and not told.plan and told.text and not DENIES.search(told.said):
        words = denied["denied"]
        yield Lack(f"The condition “{words}” is not taken into account.", words)
    if RESPECTIVE.search(bare) and len(_values_said(told)) == 1:
        yield Lack("You asked for several values; the answer gives one.", "respective")
    said = told.said if WEIGHTED.search(bare) else WEIGHTED.sub(" ", told.said)
    if (mean := AVERAGE.search(bare)) and not MEAN.search(said):
        yield Lack("You asked for an average; the answer gives none.", mean[0])
    if (most := EXTREME.search(bare)) and told.figures and not (several or EXTREME.search(told.text)):
        yield Lack(f"You asked for the {most[0]}; the answer gives one figure.", most[0])
    but = EXCEPT.search(bare) if asked.measures or asked.ratios else None
    if but and not EXCEPT.search(told.said):
        yield Lack(f"The condition “{but[0]}” is not taken into account.", but[0])
    bound = find_bound(asked.bare)
    unbound = bare if bound is None else bare.replace(asked.bare[bound.start : bound.end], " ")
    if (
        (PER_CENT.search(unbound) or manner_of(asked.question).percent)
        and told.numbers
        and not any("%" in n.text for n in told.numbers)
    ):
        share = PER_CENT.search(bare)
        yield Lack(
            "You asked for a share in per cent; the answer gives an amount.", share[0] if share else ""
        )
    if (
        YES_OR_NO.search(bare)
        and told.numbers
        and not yes_or_no
        and (not several or _gives_one(told))
        and not MOVED.search(told.text)
    ):
        yield Lack("You asked whether it is so; the answer gives a figure.", "")
    for words, _ in asked.whose:
        bare = bare.replace(words, " ")  # “3M” is no bound
    yield from _of_bounds(SPANS_OF.sub(" ", YEARS_OF.sub(" ", bare)), told, yes_or_no=yes_or_no)


def _names_several(bare: str) -> bool:
    """Whether it speaks of documents, not of one: “of the bills”."""
    return any(noun["plural"] or noun["ies"] for noun in NOUN.finditer(bare))


def _gives_time(text: str) -> bool:
    return any(values_in(text, kind) for kind in TIMES) or CONDITIONAL.search(text) is not None


def _gives_one(told: Told) -> bool:
    """Whether the answer is one computed value, whatever figures it is made of."""
    plan = told.plan
    if not plan.get("expression") or plan.get("fold") != "each":
        return False
    return len(plan.get("periods", ())) < SEVERAL and len(plan.get("of", ())) < SEVERAL


def _asks_for_change(asked: Asked, bare: str) -> re.Match[str] | None:
    """The word that asks for a change of what is measured; a comparison of several is none."""
    if not asked.measures and not asked.ratios:
        return None
    named = [(s, e) for _, s, e in asked.measures] + [(s, e) for _, _, s, e in asked.ratios]
    found = (m for m in MOVES.finditer(bare) if not any(s < m.end() and m.start() < e for s, e in named))
    return next((m for m in found if not COMPARING.match(m[0])), None)


def _values_said(told: Told) -> list[Quantity]:
    """The values that the answer gives, without those of the words that it quotes for one."""
    lead, quote, _ = told.text.partition(": “")
    if not quote:
        return [] if len(told.numbers) != 1 else find_quantities(told.numbers[0].text)[:1]
    return find_quantities(lead)


def _is_grouped(told: Told, by: str, months: int) -> bool:
    if len(told.figures) < SEVERAL:
        return False
    if by == "part":
        return len({f.label for f in told.figures}) >= SEVERAL
    low, high = SPANS.get(months, (0, 10_000))
    spans = {f.period_end for f in told.figures if not days_of(f) or low <= days_of(f) <= high}
    return len(spans) >= SEVERAL


def _of_bounds(bare: str, told: Told, *, yes_or_no: bool) -> Iterator[Lack]:
    """Amounts and numbers with a unit that the question names as a bound."""
    if yes_or_no:
        return
    said = {(abs(q.value), q.unit) for q in find_quantities(told.said)}
    for quantity in find_quantities(bare):
        if quantity.unit and (abs(quantity.value), quantity.unit) not in said:
            words = bare[quantity.start : quantity.end]
            yield Lack(f"The condition “{words}” is not taken into account.", words)
