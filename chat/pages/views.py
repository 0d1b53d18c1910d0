"""The chat's pages: a thread, its conversations, and what can be done with an answer."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import (
    Http404,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from agentic.api.matches import matches_response
from agentic.models import Run
from agentic.runs import BadQuestion, continue_run, hurry_run, stop_run
from agentic.sources.models import DataSource
from agentic.sources.questions.beginnings import beginnings
from agentic.sources.registering.services import source_for, sources_of
from chat import services
from chat.models import ChatSession
from chat.modes import MODES, SOURCE
from chat.pages.context_processors import LAST_WORKSPACE, MAX_SESSIONS, by_age
from chat.pages.file_views import asked_files
from chat.pages.streaming import answer_stream
from chat.pages.suggestions import suggestions_for
from chat.presentation.answers import AnswerView
from chat.presentation.export import FORMATS
from chat.selectors import messages_of, run_for, session_for, sessions_of
from documents.library.catalogue.listing import reading_progress
from documents.library.selectors import workspace_for, workspaces_of
from documents.models import Workspace
from documents.views.web import Request, members_only, with_notice
from ragsite.gate.headers import FILE_POLICY


@members_only
@require_GET
def home(request: Request) -> HttpResponse:
    """To the workspace that was open last, else to the first."""
    workspaces = {workspace.slug: workspace for workspace in workspaces_of(request.user)}
    slug = request.session.get(LAST_WORKSPACE)
    if not workspaces:
        return render(request, "chat/no_workspace.html")
    return redirect("chat", slug if slug in workspaces else next(iter(workspaces)))


@members_only
@require_GET
def help_page(request: Request) -> HttpResponse:
    """What one can ask, how an answer is read, which keys there are."""
    context = {"modes": MODES, "session_days": settings.RAGSITE_SESSION_DAYS}
    return render(request, "chat/help.html", context)


@members_only
@require_GET
def new_chat(request: Request, slug: str) -> HttpResponse:
    """An empty thread with questions to begin with. `?q=` fills the question in, `?source=` chooses one."""
    workspace = _open(request, slug)
    context = {
        "suggestions": suggestions_for(request.user, workspace),
        "reading": reading_progress(request.user, workspace),
        "question": request.GET.get("q", ""),
        "title": workspace.name,
    }
    thread = _thread(request, workspace, None)
    if name := thread["chosen_source"]:
        source = source_for(request.user, workspace, name)
        context |= {"asked_source": source, "beginnings": beginnings(source)}
    return render(request, "chat/page.html", thread | context)


@members_only
@require_GET
def welcome(request: Request, slug: str) -> HttpResponse:
    """The empty thread's middle, asked for again while documents are being read."""
    workspace = workspace_for(request.user, slug)
    context = {
        "workspace": workspace,
        "suggestions": suggestions_for(request.user, workspace),
        "reading": reading_progress(request.user, workspace),
    }
    return render(request, "chat/_welcome.html", context)


@members_only
@require_GET
def conversation(request: Request, slug: str, session_id: UUID) -> HttpResponse:
    workspace = _open(request, slug)
    session = session_for(request.user, workspace, session_id)
    context = {"exchanges": _exchanges(session, slug), "title": str(session)}
    return render(request, "chat/page.html", _thread(request, workspace, session) | context)


@members_only
@require_POST
def ask(request: Request, slug: str) -> HttpResponse:
    """A new question: the exchange as a fragment, or without htmx the conversation's page."""
    workspace = workspace_for(request.user, slug)
    session_id = request.POST.get("session", "")
    session = session_for(request.user, workspace, _uuid(session_id)) if session_id else None
    try:
        asked = services.ask(
            user=request.user,
            workspace=workspace,
            text=request.POST.get("text", ""),
            session=session,
            mode=(mode := request.POST.get("mode", Run.Mode.AUTO)),
            source=_source(request, workspace) if mode == Run.Mode.SOURCE else None,
            sql=request.POST.get("sql", "").strip(),
            fresh=bool(request.POST.get("fresh")),
        )
    except BadQuestion as error:
        return render(request, "chat/conversation/_refused.html", {"sentence": str(error)}, status=422)
    address = reverse("conversation", args=[slug, asked.session.pk])
    if not request.htmx:
        return redirect(address)
    response = render(request, "chat/conversation/_exchange.html", _exchange(request, workspace, asked))
    if asked.is_new_session:
        response["HX-Push-Url"] = address
    return response


@members_only
@require_GET
def conversations(request: Request, slug: str) -> HttpResponse:
    """The sidebar's list, narrowed to conversations in which the words of `?q=` stand."""
    workspace = workspace_for(request.user, slug)
    words = request.GET.get("q", "").strip()
    found = sessions_of(request.user, workspace, matching=words)[:MAX_SESSIONS]
    context = {"groups": by_age(found), "workspace": workspace, "searched": words}
    return render(request, "chat/conversation/_conversations.html", context)


@members_only
@require_POST
def rename(request: Request, slug: str, session_id: UUID) -> HttpResponse:
    """The row with its new name; to whoever reads the conversation, the name of their page and tab too."""
    workspace = workspace_for(request.user, slug)
    session = session_for(request.user, workspace, session_id)
    services.rename_session(session, request.POST.get("title", ""))
    address = reverse("conversation", args=[slug, session_id])
    if not (request.htmx.current_url_abs_path or "").startswith(address):
        return render(
            request, "chat/conversation/_conversation.html", {"session": session, "workspace": workspace}
        )
    context = {"session": session, "workspace": workspace, "current_address": address}
    return render(request, "chat/conversation/_renamed.html", context)


@members_only
@require_POST
def delete(request: Request, slug: str, session_id: UUID) -> HttpResponse:
    """The row disappears; whoever was reading the conversation is taken to a new one."""
    session = session_for(request.user, workspace_for(request.user, slug), session_id)
    address = reverse("conversation", args=[slug, session_id])
    receipt = services.delete_session(session)
    response = HttpResponse()
    if (request.htmx.current_url_abs_path or "").startswith(address):
        # The page that shows a notice is on its way out: the next one says it.
        messages.info(request, receipt)
        response["HX-Location"] = reverse("chat", args=[slug])
        return response
    return with_notice(response, receipt)


@members_only
@require_GET
def run_stream(request: Request, run_id: UUID) -> HttpResponseBase:
    """Steps and text of a run as they come, then its answer, as server-sent HTML."""
    run = run_for(request.user, run_id)
    response = StreamingHttpResponse(
        answer_stream(run.pk, run.workspace.slug), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # proxies of the nginx family would hold events back
    return response


@members_only
@require_POST
def run_stop(request: Request, run_id: UUID) -> HttpResponse:
    stop_run(user=request.user, run=run_for(request.user, run_id))
    return HttpResponse(status=204)


@members_only
@require_POST
def run_quick(request: Request, run_id: UUID) -> HttpResponse:
    """“Quick answer now”: that it is on its way; the run's own events bring it."""
    hurry_run(user=request.user, run=run_for(request.user, run_id))
    return render(request, "chat/answer/_quick.html", {"run": run_for(request.user, run_id)})


@members_only
@require_POST
def run_choose(request: Request, run_id: UUID) -> HttpResponse:
    """One of the options of what a run asks back: the same answer's place follows it again."""
    run = run_for(request.user, run_id)
    try:
        run = continue_run(user=request.user, run=run, option=request.POST.get("option", ""))
    except BadQuestion as error:
        return render(request, "chat/conversation/_refused.html", {"sentence": str(error)}, status=422)
    slug = run.workspace.slug
    if not request.htmx:
        return redirect(reverse("conversation", args=[slug, run.message.session_id]))
    run = run_for(request.user, run_id)
    return render(request, "chat/conversation/_live.html", {"answer": AnswerView(run, slug), "slug": slug})


@members_only
@require_POST
def run_rating(request: Request, run_id: UUID) -> HttpResponse:
    run = run_for(request.user, run_id)
    value = request.POST.get("rating")
    if value not in ("1", "-1"):
        return HttpResponseBadRequest("The rating is 1 or -1.")
    services.rate(run, int(value))
    return render(request, "chat/answer/_rating.html", {"run": run})


@members_only
@require_GET
def run_export(request: Request, run_id: UUID, form: str) -> HttpResponse:
    run = run_for(request.user, run_id)
    if form not in FORMATS:
        raise Http404(f"An answer is given as {', '.join(FORMATS)}.")
    media_type, write = FORMATS[form]
    response = HttpResponse(write(run), content_type=media_type)
    response["Content-Security-Policy"] = FILE_POLICY
    response["Content-Disposition"] = f'attachment; filename="answer-{run.created_at:%Y-%m-%d-%H%M}.{form}"'
    return response


@members_only
@require_GET
def run_matches(request: Request, run_id: UUID, form: str) -> HttpResponseBase:
    """All that the search agent found, as a file that is made while it is sent."""
    return matches_response(request, run_for(request.user, run_id), form)


def _open(request: Request, slug: str) -> Workspace:
    workspace = workspace_for(request.user, slug)
    if request.session.get(LAST_WORKSPACE) != slug:
        request.session[LAST_WORKSPACE] = slug
    return workspace


def _source(request: Request, workspace: Workspace) -> DataSource:
    """The one that was chosen. Raises `DataSource.DoesNotExist`."""
    return source_for(request.user, workspace, request.POST.get("source", ""))


def _thread(request: Request, workspace: Workspace, session: ChatSession | None) -> dict[str, Any]:
    sources = list(sources_of(request.user, workspace).values_list("name", flat=True))
    return {
        "workspace": workspace,
        "slug": workspace.slug,
        "session": session,
        "modes": (*MODES, SOURCE) if sources else MODES,
        "sources": sources,
        "chosen_source": _chosen_source(request, session, sources),
        "session_files": asked_files(request.user, workspace),
        "session_days": settings.RAGSITE_SESSION_DAYS,
    }


def _chosen_source(request: Request, session: ChatSession | None, names: list[str]) -> str:
    """The one of the address, else the one that the conversation asked last; "" for documents."""
    wanted = request.GET.get("source", "")
    if session is not None and not wanted:
        last = Run.objects.filter(message__session=session).order_by("-created_at").first()
        wanted = last.source.name if last and last.source else ""
    return wanted if wanted in names else ""


def _exchanges(session: ChatSession, slug: str) -> list[dict[str, Any]]:
    """Each question with its answer, in order."""
    exchanges: list[dict[str, Any]] = []
    for message in messages_of(session):
        if message.run:
            answer = AnswerView(message.run, slug)
            if exchanges and exchanges[-1]["answer"] is None:
                exchanges[-1]["answer"] = answer
            else:
                exchanges.append({"question": message.run.question, "answer": answer})
        else:
            exchanges.append({"question": message.text, "answer": None})
    return exchanges


def _exchange(request: Request, workspace: Workspace, asked: services.Asked) -> dict[str, Any]:
    run = asked.answer.run
    return {
        "workspace": workspace,
        "slug": workspace.slug,
        "asked": asked,
        "session": asked.session,
        "current_address": reverse("conversation", args=[workspace.slug, asked.session.pk]),
        "answer": AnswerView(run, workspace.slug) if run else None,
        "groups": by_age(sessions_of(request.user, workspace)[:MAX_SESSIONS]),
    }


def _uuid(text: str) -> UUID:
    """Raises `ChatSession.DoesNotExist` for what is no identifier."""
    try:
        return UUID(text)
    except ValueError:
        raise ChatSession.DoesNotExist("There is no such conversation.") from None
