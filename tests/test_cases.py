import pytest

from tests.cases import every_case


def test_every_case_runs_and_those_that_fail_are_told_with_what_they_are():
    seen = []

    @every_case("number, is_even", [(1, True), (2, True), (3, True)])
    def check(number, is_even):
        seen.append(number)
        assert (number % 2 == 0) is is_even

    with pytest.raises(BaseExceptionGroup, match="2 of 3 cases failed") as failed:
        check()
    assert seen == [1, 2, 3]
    assert [error.__notes__ for error in failed.value.exceptions] == [
        ["The case: {'number': 1, 'is_even': True}"],
        ["The case: {'number': 3, 'is_even': True}"],
    ]


def test_a_case_is_no_fixture_and_a_test_of_none_is_refused():
    @every_case("number", [1])
    def check(number, tmp_path):
        assert tmp_path == number

    check(tmp_path=1)
    with pytest.raises(ValueError, match="no cases"):
        every_case("number", [])


def test_a_case_that_raises_nothing_where_it_should_fails_beside_the_others():
    seen = []

    @every_case("text", ["1", "one", "2"])
    def check(text):
        seen.append(text)
        with pytest.raises(ValueError, match="invalid literal"):
            int(text)

    with pytest.raises(BaseExceptionGroup, match="2 of 3 cases failed"):
        check()
    assert seen == ["1", "one", "2"]
