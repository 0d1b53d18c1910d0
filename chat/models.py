"""Conversations: sessions and their messages."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models

from agentic.models import Run
from documents.models import Workspace


class ChatSessionQuerySet(models.QuerySet["ChatSession"]):
    def visible_to(self, user: Any) -> ChatSessionQuerySet:
        """The user's own conversations in workspaces the user may still see."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(user=user, workspace__in=Workspace.objects.visible_to(user))


class ChatSession(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="chat_sessions")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="chat_sessions")
    title = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = ChatSessionQuerySet.as_manager()

    class Meta:
        ordering = ["-updated_at"]

    def __str__(self) -> str:
        return self.title or "New conversation"


class Message(models.Model):
    """A question, or the answer that a run gives to it."""

    class Role(models.TextChoices):
        USER = "user"
        ASSISTANT = "assistant"

    session = models.ForeignKey(ChatSession, models.CASCADE, related_name="messages")
    role = models.CharField(max_length=10, choices=Role)
    text = models.TextField(blank=True, help_text="The question; an answer's text is its run's.")
    run = models.OneToOneField(Run, models.CASCADE, null=True, blank=True, related_name="message")
    rating = models.SmallIntegerField(null=True, blank=True, help_text="1 or −1.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.role}: {self.text[:60]}"
