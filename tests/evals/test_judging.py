import pytest

from evals.judging import judge


@pytest.mark.parametrize(
    "answer, gold",
    [
        ("36.4% of the spend was in the quarter [1].", "36%"),
        ("Restructuring charges were $411 million.", "$411 million"),
        ("It fell by 0.9%.", "The segment shrank by -0.9%."),
        ("Capital expenditure was $1,577 million.", "$1577.00"),
        ("0.67 then, 0.69 now", "improved from 0.67 times to 0.69 times"),
    ],
)
def test_figures_within_rounding_are_right(answer, gold):
    assert judge(answer, gold) == "right"


@pytest.mark.parametrize(
    "answer, gold",
    [
        ("36 stores opened.", "36%"),
        ("35.4% of the spend", "36%"),
        ("$412 million", "$411 million"),
        ("The documents do not say.", "36%"),
    ],
)
def test_other_figures_are_wrong(answer, gold):
    assert judge(answer, gold) == "wrong"


def test_some_of_the_figures_are_partly_right():
    assert judge("The ratio is 0.69.", "from 0.67 times to 0.69 times") == "partly"


def test_a_reference_without_figures_is_for_reading():
    assert judge("Customer deposits of $110 billion", "Customer deposits") == "read"
    assert judge("They rose.", "Rose. FY2023 means the 12 months ended on January 28, 2023.") == "read"
