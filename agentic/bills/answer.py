"""Questions to bills that are meant by name, and to all of them: totals, rates of tax, and buyers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

from agentic.bills import wording as words
from agentic.bills.known import Bill, bills_of, meant, sent_to
from agentic.bills.rates import Rate, rate_of
from agentic.bills.wording import Named, named_bills
from agentic.evidence import Draft, Evidence, Figure
from agentic.facts.case import Case
from agentic.facts.wording import joined
from agentic.outcome import Outcome, coverage
from agentic.properties import telling
from agentic.properties.terms import Value
from agentic.properties.values import money, whole
from retrieval.annotations.roles import roles
from retrieval.passages.expected import expected_of

MOST_LISTED = 40
CENTS = 2


def answer_named_bills(case: Case) -> Outcome | None:
    """What bills that are each called by name come to together, whose rate of tax is higher, which went to
    somebody, and what one of them comes to in another language than English; None where that is open."""
    question = case.question
    if not words.BILL.search(question):
        return None
    named = named_bills(question)
    is_compared = words.RATE.search(question) and words.TAX.search(question) and len(named) > 1
    if is_compared and (words.HIGHER.search(question) or words.LOWER.search(question)):
        return _rates(case, named)
    if name := words.whom(question):
        return _sent(case, name)
    amount = words.money_asked(question)
    if amount and len(named) > 1 and words.TOGETHER.search(question) and words.TOTAL.search(question):
        return _together(case, named, amount)
    is_abroad = expected_of(question).language != "en"  # in English its number and total are properties
    if amount == "amount" and len(named) == 1 and is_abroad and words.PAYABLE.search(question):
        return _one(case, named[0])
    return None


def answer_each_bill(case: Case) -> Outcome | None:
    """The total of every bill with its seller, where no word says that only some are meant."""
    question = case.question
    if not (words.BILL.search(question) and words.EACH.search(question) and words.TOTAL.search(question)):
        return None
    if (
        words.TOGETHER.search(question)
        or words.money_asked(question) != "amount"
        or not words.unnamed(question)
    ):
        return None
    bills = bills_of(case)
    known = [bill for bill in bills if bill.total]
    if not known or len(bills) > MOST_LISTED:
        return None
    known.sort(key=lambda bill: (bill.said("vendor").casefold(), bill.document.filename))
    lines = [f"- {_called(bill)}: {_amount(bill)} {case.cite(_total(bill).span)}" for bill in known]
    told = [f"{len(known)} bills and receipts give their total:", "", *lines]
    if without := [bill for bill in bills if not bill.total]:
        told += ["", f"Without a single total: {joined([_file(case, bill) for bill in without])}."]
    count = Figure(
        value=Decimal(len(known)), text=str(len(known)), label="bills with a total", formula="counted"
    )
    return _outcome(case, "\n".join(told), [count, *_figures(known)], "total of each bill")


def _together(case: Case, named: Sequence[Named], amount: str) -> Outcome | None:
    bills = bills_of(case, amount)
    found = [meant(each, bills) for each in named]
    if any(len(each) > 1 for each in found) or not any(found):
        return None
    if unknown := [each for each, own in zip(named, found, strict=True) if not own]:
        return _none_called(case, unknown, bills)
    chosen = list({own[0].document.pk: own[0] for own in found}.values())
    if len(chosen) < 2:
        return None
    if lacking := [bill for bill in chosen if not bill.total]:
        named_so = joined([_file(case, bill) for bill in lacking])
        text = f"{named_so}: no single {roles()[amount].noun} is given, so nothing is added up."
        return _outcome(case, text, (), "totals of bills", answered=False)
    by_unit: dict[str, list[Bill]] = defaultdict(list)
    for bill in chosen:
        by_unit[_total(bill).unit].append(bill)
    asked = words.currency_asked(case.question)
    listed = "; ".join(f"{_called(bill)} {_amount(bill)} {case.cite(_total(bill).span)}" for bill in chosen)
    figures = _figures(chosen)
    if len(by_unit) > 1 or (asked and asked not in by_unit):
        why = "in different currencies" if len(by_unit) > 1 else f"not in {asked}"
        return _outcome(
            case, f"{listed}. They are {why}, so they are not added up.", figures, "totals of bills"
        )
    unit = next(iter(by_unit))
    total = sum((_worth(bill) for bill in chosen), Decimal(0))
    text = money(total, unit, CENTS)
    figures.append(
        Figure(
            value=total, text=text, unit=unit, label="sum of totals", formula=" + ".join(map(_amount, chosen))
        )
    )
    of = "" if amount == "amount" else f" ({telling.plural(roles()[amount].noun)})"
    return _outcome(
        case, f"Together they come to {text}{of}: {listed}.", figures, "sum of the totals of bills"
    )


def _rates(case: Case, named: Sequence[Named]) -> Outcome | None:
    bills = bills_of(case)
    found = [meant(each, bills) for each in named]
    if len(named) != 2 or any(len(each) != 1 for each in found) or found[0][0] is found[1][0]:
        return None
    usual = next((each.tax for each in named if each.tax), "") or _tax_in(case.question)
    rates = [rate_of(own[0], each.tax or usual) for each, own in zip(named, found, strict=True)]
    if not all(rates):
        return None
    pairs = [
        (own[0], each.tax or usual, rate) for own, each, rate in zip(found, named, rates, strict=True) if rate
    ]
    pairs.sort(key=lambda pair: pair[2].value, reverse=not words.LOWER.search(case.question))
    told = [f"{_called(bill)}, {rate.text} {case.cite(rate.span)}" for bill, _, rate in pairs]
    (_, tax, best), (_, _, other) = pairs
    figures = [_rate_figure(rate) for rate in (best, other)]
    if best.value == other.value:
        return _outcome(case, f"Both are the same: {told[0]}; {told[1]}.", figures, "rates of tax of bills")
    word = "lower" if words.LOWER.search(case.question) else "higher"
    text = f"The {tax} of {told[0]}, is {word}; that of {told[1]}."
    return _outcome(case, text, figures, "rates of tax of bills")


def _tax_in(question: str) -> str:
    found = words.TAX.search(question)
    return found[0] if found else ""


def _rate_figure(rate: Rate) -> Figure:
    return Figure(
        value=rate.value / 100,
        text=rate.text,
        unit="%",
        label=f"rate of tax: {rate.span.quote[:80]}",
        span=rate.span,
    )


def _sent(case: Case, name: str) -> Outcome | None:
    sent, other = sent_to(name, bills_of(case))
    if not sent or len(sent) > MOST_LISTED:
        return None
    buyer = sent[0].own("customer")[0].text
    lines = []
    for bill in sent:
        number = bill.said("number")
        amount = f": {_amount(bill)} {case.cite(_total(bill).span)}" if bill.total else ""
        head = f"{number} ({_called(bill)})" if number else _called(bill)
        marks = dict.fromkeys(
            case.cite(each.span) for role in ("number", "customer") for each in bill.own(role)
        )
        lines.append(f"- {head}{amount} {''.join(marks)}")
    count = len(sent)
    told = [f"{count} {'bill is' if count == 1 else 'bills are'} addressed to {buyer}:", "", *lines]
    if other:
        told += [
            "",
            f"Also naming it, without saying to whom they go: {joined([_file(case, b) for b in other])}.",
        ]
    figure = Figure(value=Decimal(count), text=str(count), label="bills to one buyer", formula="counted")
    return _outcome(
        case, "\n".join(told), [figure, *_figures([b for b in sent if b.total])], "bills to one buyer"
    )


def _one(case: Case, named: Named) -> Outcome | None:
    found = meant(named, bills_of(case))
    if len(found) != 1 or not found[0].total:
        return None
    bill = found[0]
    text = f"{_amount(bill)}: {_called(bill)} {case.cite(_total(bill).span)}."
    return _outcome(case, text, _figures([bill]), "total of one bill")


def _none_called(case: Case, unknown: Sequence[Named], bills: Sequence[Bill]) -> Outcome:
    said = joined([f"“{each.said}”" for each in unknown])
    text = f"None of the {len(bills)} bills and receipts goes by {said}."
    return _outcome(case, text, (), "totals of bills", answered=False)


def _called(bill: Bill) -> str:
    """“Acme Ltd (bill-7.pdf)”."""
    seller = bill.said("vendor")
    return f"{seller} ({bill.document.filename})" if seller else bill.document.filename


def _file(case: Case, bill: Bill) -> str:
    return f"{bill.document.filename} {case.cite(whole(bill.document))}"


def _total(bill: Bill) -> Value:
    total = bill.total
    assert total is not None
    return total


def _worth(bill: Bill) -> Decimal:
    content = _total(bill).content
    assert isinstance(content, Decimal)
    return content


def _amount(bill: Bill) -> str:
    return money(_worth(bill), _total(bill).unit, CENTS)


def _figures(bills: Sequence[Bill]) -> list[Figure]:
    return [_figure(bill, _total(bill)) for bill in bills]


def _figure(bill: Bill, total: Value) -> Figure:
    label = f"{roles()[bill.money].noun}: {total.span.quote[:80]}"
    return Figure(value=_worth(bill), text=_amount(bill), unit=total.unit, label=label, span=total.span)


def _outcome(
    case: Case, text: str, figures: Sequence[Figure], what: str, *, answered: bool = True
) -> Outcome:
    evidence = Evidence(
        spans=tuple(case.workings.spans),
        figures=tuple(figures),
        coverage=coverage(case.scope),
        tried=(f"Bills and receipts: {what}",),
    )
    files = dict.fromkeys(span.filename for span in case.workings.spans)
    plan = {"ask": what, "text": f"{what} in {joined(list(files))}" if files else what}
    return Draft(text=text, answered=answered, about=f"{case.question} {text}", plan=plan), evidence
