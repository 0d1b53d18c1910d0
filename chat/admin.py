"""The admin of conversations."""

from __future__ import annotations

from django.contrib import admin

from chat.models import ChatSession, Message
from documents.admin.base import BY_WORKSPACE, ReadOnly, ReadOnlyInline, WorkspaceScoped


class MessageInline(ReadOnlyInline):
    model = Message
    fields = ["role", "text", "run", "rating", "created_at"]
    readonly_fields = ["created_at"]


@admin.register(ChatSession)
class ChatSessionAdmin(ReadOnly, WorkspaceScoped):
    list_display = ["__str__", "workspace", "user", "created_at", "updated_at"]
    list_filter = [BY_WORKSPACE]
    list_select_related = ["workspace", "user"]
    list_per_page = 50
    search_fields = ["title", "user__username", "messages__text"]
    date_hierarchy = "updated_at"
    inlines = [MessageInline]


@admin.register(Message)
class MessageAdmin(ReadOnly, WorkspaceScoped):
    workspace_path = "session__workspace"
    list_display = ["__str__", "session", "role", "rating", "created_at"]
    list_filter = ["role", "rating"]
    list_select_related = ["session"]
    list_per_page = 50
    search_fields = ["text", "session__title"]
    date_hierarchy = "created_at"
    raw_id_fields = ["session", "run"]
