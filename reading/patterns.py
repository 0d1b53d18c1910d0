"""Patterns that are compiled when they are first used.

Compiling the large ones takes most of a second, which a process that only serves pages need not spend.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cached_property
from typing import Any, cast


class _Lazy:
    """Stands for a compiled pattern; each of its methods is looked up once and kept."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.compiled, name)
        self.__dict__[name] = value
        return value


_MADE: list[_Lazy] = []


def lazily(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, made at its first use; a wrong pattern is an error then, not before."""
    _MADE.append(_Lazy(pattern, flags))
    return cast("re.Pattern[str]", _MADE[-1])


def compile_all() -> None:
    """Make those that were not used yet, for a process whose forks would each make them again.

    A wrong one stays an error of its first use.
    """
    for each in _MADE:
        with suppress(re.error):
            _ = each.compiled
