"""Patterns that are compiled when they are first used.

Compiling the large ones takes most of a second, which a process that only serves pages need not spend.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, cast


class _Lazy:
    """Stands for a compiled pattern; each of its methods is looked up once and kept."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._compiled, name)
        self.__dict__[name] = value
        return value


def lazily(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, made at its first use; a wrong pattern is an error then, not before."""
    return cast("re.Pattern[str]", _Lazy(pattern, flags))
