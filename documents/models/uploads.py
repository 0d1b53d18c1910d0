"""Several files sent together, followed as one task."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from documents.models.access import Workspace


class UploadTask(models.Model):
    """What `POST /api/kb/upload` gives back; its status is read from the documents' rows."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="upload_tasks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    documents = models.ManyToManyField("documents.Document", related_name="upload_tasks")
    total_files = models.PositiveIntegerField()
    duplicates = models.JSONField(default=list, help_text="[{filename, document}] that were there already.")
    refused = models.JSONField(default=list, help_text="[{filename, reason}] that were not taken.")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.total_files} files at {self.created_at:%Y-%m-%d %H:%M}"
