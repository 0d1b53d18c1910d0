"""What the web processes of all machines must know together."""

from __future__ import annotations

from django.db import models


class Allowance(models.Model):
    """How much of something somebody has had lately. Its key says what and who; see ragsite/allowances.py."""

    key = models.CharField(max_length=200, primary_key=True)
    until = models.DateTimeField(db_index=True)
    tries = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.key
