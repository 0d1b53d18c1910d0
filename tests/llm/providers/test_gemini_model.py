"""The Gemini provider against a server on loopback that speaks Gemini's REST format."""

import threading
from dataclasses import replace

import pytest

from llm.errors import BadOutput, RateLimited, Refused, Timeout, TooLong, Transient, Unavailable
from llm.providers.gemini_model import GeminiModel
from llm.types import Message
from tests.llm.requests import City, ask
from tests.llm.scripted_server import Reply, serving

PARIS = '{"name": "Paris", "size": "large"}'


def candidate(text="", reason="STOP", **usage):
    counts = {"promptTokenCount": 7, "candidatesTokenCount": 5, "thoughtsTokenCount": 11} | usage
    content = {"role": "model", "parts": [{"text": text}]} if text else {}
    return {
        "candidates": [{"content": content, "finishReason": reason, "index": 0}],
        "usageMetadata": counts,
        "modelVersion": "gemini-3-flash-preview-001",
    }


def failure(status, message="went wrong", *, details=(), headers=None):
    body = {"error": {"code": status, "message": message, "status": "FAILED", "details": list(details)}}
    return Reply(body, status, headers or {})


@pytest.fixture
def waits():
    return []


@pytest.fixture
def gemini(waits):
    made_models = []

    def make(server, model="gemini-3-flash-preview", seconds=20.0):
        models = {"fast": model, "standard": model, "deep": model}
        made = GeminiModel(
            api_key="k", models=models, seconds=seconds, base_url=server.url, sleep=waits.append
        )
        made_models.append(made)
        return made

    yield make
    for made in made_models:
        made.close()


def test_a_reply_fills_the_schema_and_counts_its_thoughts(gemini):
    with serving(Reply(candidate(PARIS))) as server:
        reply = gemini(server).complete(ask(output=City))
    assert reply.parsed == City(name="Paris", size="large")
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.calls) == (7, 16, 1)
    assert (reply.model, reply.finish_reason) == ("gemini-3-flash-preview-001", "stop")


def test_what_the_provider_had_kept_of_the_prompt_is_counted(gemini):
    with serving(Reply(candidate("Paris.", cachedContentTokenCount=4))) as server:
        assert gemini(server).complete(ask()).usage.cached_tokens == 4


def test_what_the_model_says_of_its_thinking_is_no_part_of_its_reply(gemini):
    body = candidate("Paris.")
    body["candidates"][0]["content"]["parts"].insert(0, {"text": "A capital is asked for.", "thought": True})
    with serving(Reply(body)) as server:
        reply = gemini(server).complete(ask())
    assert (reply.text, reply.thoughts) == ("Paris.", "A capital is asked for.")
    assert server.asked[0].body["generationConfig"]["thinkingConfig"]["includeThoughts"]


def test_the_request_carries_model_key_schema_and_roles(gemini):
    with serving(Reply(candidate(PARIS))) as server:
        request = ask(output=City)
        history = [Message("user", "Hello"), Message("assistant", "Yes?"), *request.messages]
        gemini(server).complete(replace(request, messages=history))
    asked = server.asked[0]
    assert asked.path == "/v1beta/models/gemini-3-flash-preview:generateContent"
    assert asked.headers["x-goog-api-key"] == "k"
    assert [content["role"] for content in asked.body["contents"]] == ["user", "model", "user"]
    assert asked.body["systemInstruction"]["parts"][0]["text"] == "You know cities."
    config = asked.body["generationConfig"]
    assert config["responseMimeType"] == "application/json"
    assert config["responseJsonSchema"]["required"] == ["name", "size"]


@pytest.mark.parametrize("role, level", [("fast", "MINIMAL"), ("standard", "LOW"), ("deep", "HIGH")])
def test_the_role_sets_how_hard_it_thinks(gemini, role, level):
    with serving(Reply(candidate("Paris."))) as server:
        gemini(server).complete(ask(role=role))
    assert server.asked[0].body["generationConfig"]["thinkingConfig"]["thinkingLevel"] == level


def test_an_older_model_is_not_asked_for_a_thinking_level(gemini):
    with serving(Reply(candidate("Paris."))) as server:
        gemini(server, model="gemini-2.5-flash").complete(ask())
    assert "thinkingConfig" not in server.asked[0].body["generationConfig"]


def test_thoughts_get_room_beside_the_reply(gemini):
    with serving(Reply(candidate("Paris."))) as server:
        gemini(server).complete(ask(role="deep", max_tokens=100))
    assert server.asked[0].body["generationConfig"]["maxOutputTokens"] > 10_000


def test_thoughts_are_not_part_of_the_text(gemini):
    body = candidate("Paris.")
    body["candidates"][0]["content"]["parts"].insert(0, {"text": "Let me see.", "thought": True})
    with serving(Reply(body)) as server:
        assert gemini(server).complete(ask()).text == "Paris."


def test_a_rate_limit_is_waited_out_as_long_as_it_says(gemini, waits):
    retry_info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "7s"}
    with serving(failure(429, details=[retry_info]), Reply(candidate("Paris."))) as server:
        assert gemini(server).complete(ask()).text == "Paris."
    assert waits == [7.0]


def test_a_rate_limit_for_too_long_is_raised_at_once(gemini, waits):
    with (
        serving(failure(429, headers={"Retry-After": "3600"})) as server,
        pytest.raises(RateLimited) as caught,
    ):
        gemini(server).complete(ask())
    assert caught.value.retry_after == 3600
    assert waits == []


def test_a_failing_server_is_asked_again_with_growing_pauses(gemini, waits):
    with serving(failure(500), failure(503), Reply(candidate("Paris."))) as server:
        assert gemini(server).complete(ask()).text == "Paris."
    assert len(waits) == 2
    assert waits[0] < waits[1]


def test_a_server_that_keeps_failing_is_given_up(gemini):
    with serving(*[failure(503)] * 4) as server, pytest.raises(Transient, match="503"):
        gemini(server).complete(ask())


def test_a_blocked_prompt_is_refused_without_a_second_attempt(gemini):
    body = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {"promptTokenCount": 7}}
    with serving(Reply(body)) as server, pytest.raises(Refused, match="PROHIBITED_CONTENT"):
        gemini(server).complete(ask())


@pytest.mark.parametrize("reason", ["SAFETY", "RECITATION", "BLOCKLIST"])
def test_a_blocked_answer_is_refused(gemini, reason):
    with serving(Reply(candidate(reason=reason))) as server, pytest.raises(Refused, match=reason):
        gemini(server).complete(ask())


def test_an_answer_cut_off_at_its_limit_is_asked_for_once_more(gemini):
    with serving(Reply(candidate('{"name": "Pa', "MAX_TOKENS")), Reply(candidate(PARIS))) as server:
        reply = gemini(server).complete(ask(output=City))
    assert reply.parsed == City(name="Paris", size="large")
    assert reply.usage.calls == 2
    assert "cut off" in server.asked[1].body["contents"][-1]["parts"][0]["text"]


def test_a_second_reply_without_the_schema_is_bad_output(gemini):
    with (
        serving(Reply(candidate("{}")), Reply(candidate("{}"))) as server,
        pytest.raises(BadOutput, match="name"),
    ):
        gemini(server).complete(ask(output=City))


@pytest.mark.parametrize(
    "status, message, error, says",
    [
        (400, "API key not valid.", Unavailable, "GEMINI_API_KEY"),
        (403, "Denied.", Unavailable, "GEMINI_API_KEY"),
        (404, "No such model.", Unavailable, "GEMINI_MODEL"),
        (400, "The input token count exceeds the maximum.", TooLong, "too long"),
    ],
)
def test_what_cannot_pass_says_what_to_do(gemini, status, message, error, says):
    with serving(failure(status, message)) as server, pytest.raises(error, match=says):
        gemini(server).complete(ask())


def test_text_streams_as_it_arrives(gemini):
    first = {"candidates": [{"content": {"role": "model", "parts": [{"text": "Paris "}]}}]}
    heard = []
    with serving(Reply([first, candidate("is large.")])) as server:
        reply = gemini(server).complete(ask(on_text=heard.append))
    assert heard == ["Paris ", "is large."]
    assert reply.text == "Paris is large."
    assert reply.usage.output_tokens == 16
    assert server.asked[0].path.endswith(":streamGenerateContent?alt=sse")


def test_a_stream_that_is_blocked_half_way_is_refused(gemini):
    first = {"candidates": [{"content": {"role": "model", "parts": [{"text": "Paris "}]}}]}
    with serving(Reply([first, candidate(reason="SAFETY")])) as server, pytest.raises(Refused):
        gemini(server).complete(ask(on_text=lambda _: None))


def test_a_stream_that_breaks_off_after_text_does_not_start_again(gemini, waits):
    first = {"candidates": [{"content": {"role": "model", "parts": [{"text": "Paris "}]}}]}
    with serving(Reply([first])) as server, pytest.raises(Transient, match="half way"):
        gemini(server).complete(ask(on_text=lambda _: None))
    assert waits == []


def test_a_server_that_does_not_answer_in_time_is_a_timeout(gemini):
    late = threading.Event()
    with serving(Reply(candidate("Paris."), pause=late)) as server:
        with pytest.raises(Timeout):
            gemini(server).complete(ask(timeout=0.3))
        late.set()


def test_an_unreachable_server_is_transient(gemini):
    with serving() as server:
        pass
    with pytest.raises(Transient, match="cannot be reached"):
        gemini(server).complete(ask())
