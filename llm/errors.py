"""What can go wrong with a model. A vendor's own exception never leaves this package."""

from __future__ import annotations

from llm.usage import Usage


class LLMError(Exception):
    """The message is a sentence for the user."""


class Transient(LLMError):
    """May go through later: retried here, and only here."""


class Timeout(Transient):
    pass


class RateLimited(Transient):
    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after  # seconds, where the provider says so


class Refused(LLMError):
    """The provider blocked the request or the reply."""


class BadOutput(LLMError):
    """The reply does not fill the schema that was asked for. `usage`: what both tries cost."""

    def __init__(self, message: str, *, usage: Usage | None = None) -> None:
        super().__init__(message)
        self.usage = usage


class TooLong(LLMError):
    """The prompt does not fit the model's context."""


class BudgetExceeded(LLMError):
    """The question has spent its calls, tokens or seconds."""


class Unavailable(LLMError):
    """The tier is not set up: no key, no file, no server. Says what to do."""
