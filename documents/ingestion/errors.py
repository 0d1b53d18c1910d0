"""What stopped a reading, in sentences that say what to do."""

from __future__ import annotations

import logging

from reading.model import UnreadableDocument
from reading.sandbox.background import TookTooLong

logger = logging.getLogger(__name__)

TOO_LONG = "Its tables and figures take too long to read: split the file and upload the parts."
NO_MEMORY = "The file needs more memory than this machine has: split it and upload the parts."


def trouble(error: Exception, *, document_id: int, stage: str) -> str:
    """Why the reading of the document stopped at the stage. What is no fault of the file is logged."""
    if isinstance(error, UnreadableDocument):
        return str(error)
    if isinstance(error, TookTooLong):
        return TOO_LONG
    if isinstance(error, MemoryError):
        return NO_MEMORY
    logger.error("Reading document %s failed at “%s”.", document_id, stage, exc_info=error)
    return (
        f"Reading stopped at “{stage}” by a fault of the program ({type(error).__name__}; "
        "the log says more): retry, and report it if it fails again."
    )
