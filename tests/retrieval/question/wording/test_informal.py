"""Questions as people type them in the words that rules know."""

from retrieval.question.wording.informal import written_out
from tests.cases import every_case


@every_case(
    "typed, written",
    [
        ("whats the margin?", "what is the margin?"),
        ("Acme's divis in 2022", "Acme's dividends in 2022"),
        ("total debt of Acme at ye 2022", "total debt of Acme at the end of 2022"),
        ("backlog at yearend 2022", "backlog at the end of 2022"),
        ("Acme saws rev 2022 w/ 2021", "Acme saws revenue 2022 with 2021"),
        ("cash in 2022 and 2021, and the diff?", "cash in 2022 vs 2021, difference?"),
        ("Which segments lost money in 2022?", "Which segments had an operating loss in 2022?"),
        ("net income, diff?", "net income, difference?"),
        ("Acme eps diluted 2022", "Acme diluted EPS 2022"),
        ("the gap between cash and debt", "the difference between cash and debt"),
        (
            "how much stock did Acme buy back in 2022",
            "what were the share repurchases of Acme in 2022",
        ),
        ("Acme's buy backs in 2022", "Acme's share repurchases in 2022"),
        ("how much cash did Acme burn on equipment?", "how much did Acme spend on equipment?"),
        ("what did Acme lose per share in 2022?", "what was the loss per share of Acme in 2022?"),
        ("what did Acme make a share?", "what were the earnings per share of Acme?"),
        ("how many people work for Acme?", "how many employees did Acme have?"),
        ("avg capex of Acme over 2 yrs", "average capex of Acme over 2 years"),
        ("Cash at FYE 2023", "Cash at the end of fiscal 2023"),
        ("Cash in 2020 & 2021", "Cash in 2020 and 2021"),
        ("I need Acme's net income", "Acme's net income"),
        ("I need to know the net income", "I need to know the net income"),
        ("Acme opperating income", "Acme operating income"),
        ("recievables and liabilites", "receivables and liabilities"),
        ("documents containing deletion clauses", "documents containing deletion clauses"),
        ("Acme's sales in the reports you have", "Acme's sales"),
        ("Which of the 3 (A, B, C) sold most?", "which of A, B, C sold most?"),
        ("Is the ratio above one half?", "Is the ratio above 0.5?"),
        ("Is it above a half of revenue?", "Is it above a half of revenue?"),
        (
            "How much cash did Acme burn in operating activities in 2020?",
            "what was the operating cash flow of Acme in 2020?",
        ),
        ("How much did Acme lose in 2020?", "what was the net loss of Acme in 2020?"),
        ("How much did Acme lose on hedges in 2020?", "How much did Acme lose on hedges in 2020?"),
        (
            "How did Acme's saws do in FY23 vs FY22 in terms of sales?",
            "what was the sales of Acme's saws in FY23 vs FY22?",
        ),
        (
            "Which quarter did Acme sell the most saws?",
            "in which quarter were the net sales of saws of Acme highest?",
        ),
    ],
)
def test_short_forms_and_slips_are_written_out(typed, written):
    assert written_out(typed) == written
