"""From settings to models. Cached per process; no step makes a client of its own."""

from __future__ import annotations

import atexit
import json
import os
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from django.conf import settings

from documents.configuration import configured, local_is_at_hand
from documents.ingestion.priority.cpu_priority import give_way
from llm.embedding.embedder import MiniLMEmbedder, find_embedder_folder
from llm.embedding.multilingual import NAME as MULTILINGUAL
from llm.embedding.multilingual import multilingual_embedder
from llm.embedding.reranker import CrossEncoderReranker
from llm.errors import Unavailable
from llm.providers.local_model import QWEN, find_model_file
from llm.providers.local_server import (
    SLOT_TOKENS,
    LocalServer,
    is_healthy,
    start_local_server,
    wait_until_ready,
)
from llm.providers.none import NoModel
from llm.types import ChatModel, ChatReply, ChatRequest, Embedder, ModelRole, Reranker, Tier

if TYPE_CHECKING:
    from documents.models import Workspace

__all__ = [
    "current_tier",
    "embedder_of",
    "find_embedder_folder",
    "get_chat_model",
    "get_embedder",
    "get_reranker",
]


def current_tier() -> Tier:
    """RAGSITE_LLM if given, else what a running `start` was told, else what the settings page says, else the
    first that is set up (gemini, openai, local), else none.
    """
    if tier := settings.RAGSITE_LLM or running_tier() or configured("RAGSITE_LLM"):
        return cast(Tier, tier)
    if configured("GEMINI_API_KEY"):
        return "gemini"
    if configured("OPENAI_BASE_URL"):
        return "openai"
    return "local" if local_is_at_hand() else "none"


def running_tier() -> str:
    """What the `start` that runs on this home was told, for commands beside it; empty if nothing."""
    try:
        note = json.loads((Path(settings.RAGSITE_HOME) / "run" / "ragsite.json").read_text())
        return str(note["tier"]) if is_alive(int(note["pid"])) else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def get_chat_model(tier: str | None = None) -> ChatModel:
    """The model of a tier; None takes the current one.

    Raises `Unavailable` where it is not set up; the local one's server is looked for at the first call.
    """
    tier = tier or current_tier()
    makers: dict[str, Callable[[], ChatModel]]
    makers = {"none": NoModel, "local": LocalModel, "gemini": gemini_model, "openai": openai_model}
    if tier not in makers:
        raise Unavailable(f"There is no tier “{tier}”: choose one of {', '.join(makers)}.")
    return makers[tier]()


@cache
def get_embedder() -> Embedder:
    """The one that is set up: the default one, or an endpoint's."""
    kind, model = settings.RAGSITE_EMBEDDER, settings.RAGSITE_EMBEDDING_MODEL
    if not kind:
        return embedder_named(MiniLMEmbedder.name)
    if kind == "multilingual":
        return embedder_named(MULTILINGUAL)
    if not model:
        raise Unavailable("RAGSITE_EMBEDDER is set: name its model by RAGSITE_EMBEDDING_MODEL.")
    return embedder_named(f"{kind}:{model}", settings.RAGSITE_EMBEDDING_DIMENSIONS)


def embedder_of(workspace: Workspace, otherwise: Embedder) -> Embedder:
    """The workspace's own embedder where it has one. Raises `Unavailable` as `embedder_named`."""
    return embedder_named(workspace.embedder) if workspace.embedder else otherwise


@cache
def embedder_named(name: str, dimensions: int = 0) -> Embedder:
    """The embedder by which vectors were made that carry its name. Raises `Unavailable` for an unknown one.

    `dimensions`: of its vectors, where an endpoint makes them.
    """
    kind, _, model = name.partition(":")
    if name == MiniLMEmbedder.name:
        return MiniLMEmbedder(between=give_way)
    if name == MULTILINGUAL:
        return multilingual_embedder()
    if kind not in ("openai", "gemini") or not model:
        raise Unavailable(f"There is no embedder “{name[:60]}” any more: run rebuild_index.")
    from llm.embedding.remote import RemoteEmbedder, gemini_ask, openai_ask

    own = {"openai": "OPENAI_API_KEY", "gemini": "GEMINI_API_KEY"}[kind]
    address = {"openai": settings.OPENAI_BASE_URL, "gemini": settings.GEMINI_BASE_URL}[kind]
    ask = {"openai": openai_ask, "gemini": gemini_ask}[kind](
        base_url=settings.RAGSITE_EMBEDDING_URL or address or "",
        api_key=settings.RAGSITE_EMBEDDING_KEY or configured(own),
        model=model,
        dimensions=dimensions,
        seconds=settings.RAGSITE_MODEL_TIMEOUT,
    )
    return RemoteEmbedder(name, dimensions, ask)


def get_reranker() -> Reranker | None:
    """The one that RAGSITE_RERANKER names; it is loaded when it is first used."""
    return reranker_named(settings.RAGSITE_RERANKER) if settings.RAGSITE_RERANKER else None


@cache
def reranker_named(name: str) -> Reranker:
    return CrossEncoderReranker(name)


def gemini_model() -> ChatModel:
    key = configured("GEMINI_API_KEY")
    if not key:
        raise Unavailable(
            "The gemini tier needs a key: give one on the settings page, or set GEMINI_API_KEY."
        )
    return gemini_client(
        key,
        settings.GEMINI_BASE_URL,
        tuple(map(configured, ("GEMINI_MODEL", "GEMINI_FAST_MODEL", "GEMINI_DEEP_MODEL"))),
        settings.RAGSITE_MODEL_TIMEOUT,
    )


@cache
def gemini_client(api_key: str, base_url: str, models: tuple[str, ...], seconds: float) -> ChatModel:
    # The SDKs are imported by those who use them: each takes 25 MB in every process.
    from llm.providers.gemini_model import GeminiModel

    return GeminiModel(api_key=api_key, base_url=base_url, models=by_role(*models), seconds=seconds)


def openai_model() -> ChatModel:
    base_url = configured("OPENAI_BASE_URL")
    if not base_url or not configured("OPENAI_MODEL"):
        raise Unavailable(
            "The openai tier needs a server and a model: give them on the settings page, or set"
            " OPENAI_BASE_URL and OPENAI_MODEL."
        )
    return openai_client(
        base_url,
        configured("OPENAI_API_KEY"),
        tuple(map(configured, ("OPENAI_MODEL", "OPENAI_FAST_MODEL", "OPENAI_DEEP_MODEL"))),
        settings.RAGSITE_MODEL_TIMEOUT,
        "openai",
        settings.OPENAI_CONTEXT_TOKENS,
    )


class LocalModel:
    """The local model behind whichever server runs now: a server that was restarted is found again."""

    tier: Tier = "local"
    name = QWEN.filename.removesuffix(".gguf")
    context_tokens = SLOT_TOKENS

    def complete(self, request: ChatRequest) -> ChatReply:
        models = (self.name,)
        seconds = settings.RAGSITE_MODEL_TIMEOUT
        client = openai_client(local_url(), "", models, seconds, self.tier, self.context_tokens)
        return client.complete(request)


@cache
def openai_client(
    base_url: str, api_key: str, models: tuple[str, ...], seconds: float, tier: Tier, context_tokens: int
) -> ChatModel:
    from llm.providers.openai_model import OpenAIModel

    return OpenAIModel(
        base_url=base_url,
        api_key=api_key,
        models=by_role(*models),
        seconds=seconds,
        tier=tier,
        context_tokens=context_tokens,
    )


def by_role(standard: str, fast: str = "", deep: str = "") -> dict[ModelRole, str]:
    return {"fast": fast or standard, "standard": standard, "deep": deep or standard}


def local_url() -> str:
    """A running local server's address: the setting's, the noted one's, or that of one of our own."""
    if settings.RAGSITE_LOCAL_URL:
        return cast(str, settings.RAGSITE_LOCAL_URL)
    return noted_server() or own_server().url


def note_path() -> Path:
    """Where whoever starts the local server says so: {"url", "pid"}."""
    return Path(settings.RAGSITE_HOME) / "run" / "local_model.json"


def noted_server() -> str:
    """The address in the note, if that process lives and answers; else empty."""
    try:
        note = json.loads(note_path().read_text())
        url, pid = str(note["url"]), int(note["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    return url if is_alive(pid) and is_healthy(url) else ""


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


_own_servers: list[LocalServer] = []
_starting = threading.Lock()


def own_server() -> LocalServer:
    """A server for this process alone, stopped at its exit."""
    with _starting:
        running = next((server for server in _own_servers if server.poll() is None), None)
        return running or start_own_server()


def start_own_server() -> LocalServer:
    path = find_model_file(given=settings.RAGSITE_LOCAL_MODEL)
    if path is None:
        raise Unavailable(
            "The local model's file is not there yet: run `make` or `python -m llm.providers.local_model`."
        )
    log = Path(settings.RAGSITE_HOME) / "log" / "local_model.log"
    server = start_local_server(path, log, cache_mb=settings.RAGSITE_PROMPT_CACHE_MB)
    atexit.register(server.stop)
    wait_until_ready(server)
    _own_servers.append(server)
    return server
