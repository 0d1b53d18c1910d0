"""What is refused to a user who may do such things, but not this one."""

from __future__ import annotations


class RefusedChange(Exception):
    """A change of a workspace, its members, keys or of settings. The message is a sentence for the user.

    `reason`: bad_value | taken | last_owner | too_many | no_account.
    """

    def __init__(self, message: str, *, reason: str = "bad_value") -> None:
        super().__init__(message)
        self.reason = reason
