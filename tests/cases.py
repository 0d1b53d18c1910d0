"""Many cases of one rule in one test: a test of its own costs more than most of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def every_case(names: str, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As `pytest.mark.parametrize`, within one test: every case runs, and all that fail are told together.

    For rules that keep nothing from one case to the next: fixtures are made once for all of them.
    """
    asked, held = [name.strip() for name in names.split(",")], list(cases)
    if not held:
        raise ValueError("a test of no cases finds nothing")

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def every(**fixtures: Any) -> None:
            failed = []
            for case in held:
                given = dict(zip(asked, case if len(asked) > 1 else (case,), strict=True))
                try:
                    test(**fixtures, **given)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"The case: {given}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(held)} cases failed", failed)

        own = inspect.signature(test)
        every.__signature__ = own.replace(  # type: ignore[attr-defined]
            parameters=[each for name, each in own.parameters.items() if name not in asked]
        )
        return every

    return decorated
