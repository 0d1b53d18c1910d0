"""The OpenAI-compatible provider against a server on loopback that speaks its format."""

import threading

import pytest

from llm.errors import BadOutput, RateLimited, Refused, Timeout, TooLong, Transient, Unavailable
from llm.providers.openai_model import OpenAIModel
from tests.llm.requests import City, ask
from tests.llm.scripted_server import Reply, serving

PARIS = '{"name": "Paris", "size": "large"}'
USAGE = {"prompt_tokens": 7, "completion_tokens": 5, "total_tokens": 12}


def completion(text, reason="stop", **message):
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text} | message,
        "finish_reason": reason,
    }
    return Reply(
        {"id": "1", "object": "chat.completion", "model": "m-1", "choices": [choice], "usage": USAGE}
    )


def chunk(text=None, reason=None, usage=None):
    delta = {"content": text} if text else {}
    choices = [] if usage else [{"index": 0, "delta": delta, "finish_reason": reason}]
    return {"id": "1", "object": "chat.completion.chunk", "model": "m-1", "choices": choices, "usage": usage}


def failure(status, message="went wrong", code=None, headers=None):
    return Reply({"error": {"message": message, "code": code}}, status, headers or {})


@pytest.fixture
def waits():
    return []


@pytest.fixture
def model(waits):
    made_models = []

    def make(server, tier="openai"):
        models = {"fast": "small", "standard": "middle", "deep": "big"}
        made = OpenAIModel(
            base_url=f"{server.url}/v1", api_key="k", models=models, seconds=20, tier=tier, sleep=waits.append
        )
        made_models.append(made)
        return made

    yield make
    for made in made_models:
        made.close()


def test_a_reply_fills_the_schema_and_is_counted(model):
    with serving(completion(PARIS)) as server:
        reply = model(server).complete(ask(output=City))
    assert reply.parsed == City(name="Paris", size="large")
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.calls) == (7, 5, 1)
    assert (reply.model, reply.finish_reason) == ("m-1", "stop")


def test_the_request_carries_system_model_key_and_a_strict_schema(model):
    with serving(completion(PARIS)) as server:
        model(server).complete(ask(output=City, role="deep", max_tokens=99))
    asked = server.asked[0]
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == "Bearer k"
    assert [message["role"] for message in asked.body["messages"]] == ["system", "user"]
    assert (asked.body["model"], asked.body["max_tokens"]) == ("big", 99)
    schema = asked.body["response_format"]["json_schema"]
    assert schema["strict"] is True
    assert schema["schema"]["additionalProperties"] is False
    assert schema["schema"]["required"] == ["name", "size"]


def test_json_in_a_code_fence_is_understood(model):
    with serving(completion(f"Here it is:\n```json\n{PARIS}\n```")) as server:
        assert model(server).complete(ask(output=City)).parsed == City(name="Paris", size="large")


@pytest.mark.parametrize("bad", ["no JSON at all", '{"name": "Paris", "size": "huge"}', '{"name": NaN}', ""])
def test_a_bad_reply_is_asked_for_once_more_with_what_was_wrong(model, bad):
    with serving(completion(bad), completion(PARIS)) as server:
        reply = model(server).complete(ask(output=City))
    assert reply.parsed == City(name="Paris", size="large")
    assert reply.usage.calls == 2
    assert [message["role"] for message in server.asked[1].body["messages"]][-2:] == ["assistant", "user"]
    assert "cannot be used" in server.asked[1].body["messages"][-1]["content"]


def test_a_second_bad_reply_is_raised_with_its_cost(model):
    with serving(completion("{}"), completion("{}")) as server, pytest.raises(BadOutput) as caught:
        model(server).complete(ask(output=City))
    assert caught.value.usage.calls == 2
    assert caught.value.usage.input_tokens == 14


def test_a_reply_cut_off_at_its_limit_is_not_taken_for_whole(model):
    with serving(completion(PARIS, "length"), completion(PARIS)) as server:
        assert model(server).complete(ask(output=City)).usage.calls == 2


def test_nul_characters_never_come_through(model):
    with serving(completion('{"name": "Pa\\u0000ris", "size": "large"}')) as server:
        assert model(server).complete(ask(output=City)).parsed == City(name="Paris", size="large")


def test_a_rate_limit_is_waited_out_as_long_as_it_says(model, waits):
    with serving(failure(429, headers={"Retry-After": "3"}), completion("Yes.")) as server:
        assert model(server).complete(ask()).text == "Yes."
    assert waits == [3.0]


def test_a_rate_limit_beyond_the_calls_time_is_raised(model, waits):
    with serving(failure(429, headers={"Retry-After": "30"})) as server, pytest.raises(RateLimited):
        model(server).complete(ask(timeout=5))
    assert waits == []


def test_a_server_that_is_loading_is_asked_again(model, waits):
    with serving(failure(503, "Loading model"), completion("Yes.")) as server:
        assert model(server).complete(ask()).text == "Yes."
    assert len(waits) == 1


def test_a_server_that_keeps_failing_is_given_up(model):
    with serving(*[failure(500)] * 4) as server, pytest.raises(Transient, match="500"):
        model(server).complete(ask())


@pytest.mark.parametrize(
    "reply, error, says",
    [
        (failure(401), Unavailable, "OPENAI_API_KEY"),
        (failure(404, "no such model"), Unavailable, "OPENAI_MODEL"),
        (failure(400, "request (9 tokens) exceeds the available context size"), TooLong, "too long"),
        (failure(400, "filtered", code="content_filter"), Refused, "content filter"),
        (failure(422, "odd parameter"), Unavailable, "odd parameter"),
        (completion("", "content_filter"), Refused, "content filter"),
        (completion(None, refusal="I will not."), Refused, "I will not"),
    ],
)
def test_what_cannot_pass_is_raised_at_once_and_says_why(model, waits, reply, error, says):
    with serving(reply) as server, pytest.raises(error, match=says):
        model(server).complete(ask())
    assert waits == []


def test_text_streams_as_it_arrives_and_is_counted(model):
    heard = []
    with serving(
        Reply([chunk("Paris "), chunk("is large."), chunk(reason="stop"), chunk(usage=USAGE), "[DONE]"])
    ) as server:
        reply = model(server).complete(ask(on_text=heard.append))
    assert [text for text in heard if text] == ["Paris ", "is large."]
    assert (reply.text, reply.usage.output_tokens) == ("Paris is large.", 5)
    assert server.asked[0].body["stream_options"] == {"include_usage": True}


def test_a_listener_that_raises_abandons_the_call(model):
    class Stopped(Exception):
        pass

    def stop(_):
        raise Stopped

    reply = Reply([chunk("Paris "), chunk("is"), chunk(reason="stop"), "[DONE]"])
    with serving(reply) as server, pytest.raises(Stopped):
        model(server).complete(ask(on_text=stop))
    assert len(server.asked) == 1


def test_the_local_model_can_be_stopped_while_it_reads(model):
    class Stopped(Exception):
        pass

    def stop(text):
        assert not text, "it was stopped before it wrote"
        raise Stopped

    reading = {**chunk(), "prompt_progress": {"total": 900, "cache": 0, "processed": 256, "time_ms": 9}}
    reply = Reply([reading, chunk("Paris"), chunk(reason="stop"), "[DONE]"])
    with serving(reply) as server, pytest.raises(Stopped):
        model(server, tier="local").complete(ask(on_text=stop))
    assert server.asked[0].body["return_progress"] is True


def test_other_servers_are_not_asked_how_far_they_have_read(model):
    with serving(Reply([chunk("Paris"), chunk(reason="stop"), "[DONE]"])) as server:
        model(server).complete(ask(on_text=lambda _: None))
    assert "return_progress" not in server.asked[0].body


def test_a_stream_that_breaks_off_before_any_text_starts_again(model):
    whole = Reply([chunk("Yes."), chunk(reason="stop"), "[DONE]"])
    with serving(Reply([chunk()]), whole) as server:
        assert model(server).complete(ask(on_text=lambda _: None)).text == "Yes."


def test_a_second_try_is_not_heard_as_a_second_answer(model):
    heard = []
    replies = [Reply([chunk(text), chunk(reason="stop"), "[DONE]"]) for text in ("{}", PARIS)]
    with serving(*replies) as server:
        model(server).complete(ask(output=City, on_text=heard.append))
    assert "".join(heard) == "{}"


def test_a_server_that_does_not_answer_in_time_is_a_timeout(model):
    late = threading.Event()
    with serving(Reply(pause=late)) as server:
        with pytest.raises(Timeout):
            model(server).complete(ask(timeout=0.3))
        late.set()


def test_an_unreachable_server_says_so(model):
    with serving() as server:
        pass
    with pytest.raises(Transient, match="cannot be reached"):
        model(server).complete(ask())
