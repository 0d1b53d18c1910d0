"""Settings that administrators give on the page instead of in the environment."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SiteValue(models.Model):
    """One setting of the whole site. Secrets are encrypted (`documents/configuration.py`)."""

    name = models.CharField(max_length=40, unique=True, help_text="As the environment names it.")
    value = models.TextField()
    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
