"""Why a statement may not run."""


class UnsafeSQL(Exception):
    """A statement that may not run. `reason`: one sentence that its writer can act on."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
