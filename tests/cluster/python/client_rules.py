"""Tests `visavis` with a service that fails, disconnects or repeats itself, using mock responses and a fake clock."""

import asyncio
import base64
import hashlib
import hmac
import time
from collections.abc import AsyncIterator
from unittest import mock

import httpx
from visavis import (
    AsyncVisavis,
    Visavis,
    VisavisApiError,
    VisavisConnectionError,
    VisavisError,
    VisavisSignatureError,
    verify_webhook,
)

Answer = httpx.Response | Exception
waits: list[float] = []


async def wait(seconds: float) -> None:
    waits.append(seconds)


def client_of(answers: list[Answer], max_retries: int = 0) -> tuple[list[httpx.Request], AsyncVisavis]:
    """Creates a client whose requests get these answers in order. An exception among them is raised."""
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        given = answers[len(sent) - 1]
        if isinstance(given, Exception):
            raise given
        return given

    waits.clear()
    http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    return sent, AsyncVisavis("http://service.example", http=http, max_retries=max_retries)


def refusal(status: int, **headers: str) -> httpx.Response:
    return httpx.Response(status, headers={name.replace("_", "-"): value for name, value in headers.items()})


def success() -> httpx.Response:
    return httpx.Response(200, json={"status": "ok"})


async def sends_again() -> None:
    sent, visavis = client_of([httpx.ConnectError("no route"), refusal(503), success()], 2)
    assert await visavis.health.get() == {"status": "ok"}
    assert (len(sent), waits) == (3, [0.5, 1.0])

    _, visavis = client_of([refusal(429, retry_after="7"), success()], 1)
    await visavis.health.get()
    assert waits == [7.0]

    cases: list[tuple[list[Answer], int, int]] = [
        ([refusal(503), success()], 0, 503),
        ([refusal(503), refusal(502), success()], 1, 502),
        ([refusal(404), success()], 2, 404),
        ([refusal(429, retry_after="3600"), success()], 2, 429),
    ]
    for answers, max_retries, status in cases:
        _, visavis = client_of(answers, max_retries)
        try:
            raise AssertionError(await visavis.health.get())
        except VisavisApiError as error:
            assert error.status == status

    for key, status, times in [(None, 503, 1), ("k", 503, 2), (None, 429, 2)]:
        sent, visavis = client_of([refusal(status), success()], 1)
        try:
            await visavis.brains.create({"instructions": "x"}, idempotency_key=key)
        except VisavisApiError:
            pass
        assert [request.headers.get("idempotency-key") for request in sent] == [key] * times


async def says_what_is_wrong() -> None:
    problem = {"code": "invalid_request", "detail": "Too large.", "errors": [{"path": "query.take", "message": "…"}]}
    kind = {"content-type": "application/problem+json", "x-request-id": "req_1"}
    _, visavis = client_of([httpx.Response(400, json=problem, headers=kind), httpx.ReadTimeout("late")])
    try:
        raise AssertionError(await visavis.brains.list(take=99))
    except VisavisApiError as error:
        found = (error.status, error.code, error.reason, error.path, error.request_id)
        assert found == (400, "invalid_request", "Too large.", "query.take", "req_1")
    try:
        raise AssertionError(await visavis.health.get())
    except VisavisConnectionError as error:
        assert str(error) == "The service at http://service.example did not answer in time."
    example = "such as https://avatars.example.com or http://localhost:8080"
    cases: list[tuple[dict[str, str], str]] = [
        *(({"base_url": wrong}, example) for wrong in ("", "localhost:1", "localhost", "ws://a", "http://")),
        ({"base_url": "http://service.example/v3/"}, "without /v1 or /v3"),
        ({"base_url": "http://service.example?a=b"}, "without a query"),
        ({"base_url": "http://a", "api_key": "a", "token": "b"}, "one of"),
        ({"base_url": "http://a", "api_key": ""}, "api_key is empty"),
    ]
    for options, reason in cases:
        try:
            raise AssertionError(Visavis(**options))
        except ValueError as error:
            assert reason in str(error), error
    login = httpx.Response(200, html="<h1>Please sign in</h1>")
    sent, visavis = client_of([login, login], 2)
    message = (
        "The answer (200, text/html; charset=utf-8) is not from the service. "
        "Check whether base_url leads to another server, such as the login page of a proxy."
    )
    try:
        raise AssertionError(await visavis.health.get())
    except VisavisApiError as error:
        assert (error.status, error.code, error.reason) == (200, None, message)
    try:
        raise AssertionError([event async for event in visavis.follow_conversation("conv_1")])
    except VisavisApiError as error:
        assert error.reason == message
    assert len(sent) == 2
    try:
        raise AssertionError(await visavis.avatars.get(""))
    except ValueError:
        pass


class Pieces(httpx.AsyncByteStream):
    """A stream that yields these pieces, and fails at a `None`."""

    def __init__(self, pieces: list[bytes | None]) -> None:
        self._pieces = pieces

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            if piece is None:
                raise httpx.ReadError("broken")
            yield piece


async def follows_across_breaks() -> None:
    first = 'id: 1\r\nevent: timeline\r\ndata: {"type": "ä"}\r\n\r\n: a heartbeat\r\n\r\nid: 2\r\neve'.encode()
    second = b'retry: 10\nid: 2\nevent: dropped\ndata: x\n\nid: 3\nevent: status\ndata: {"status":\ndata: "ended"}\n\n'
    parts: list[list[bytes | None]] = [[*(bytes([byte]) for byte in first), None], [bytes([byte]) for byte in second]]
    kind = {"content-type": "text/event-stream; charset=utf-8"}
    streams: list[Answer] = [httpx.Response(200, headers=kind, stream=Pieces(part)) for part in parts]
    sent, visavis = client_of([httpx.ConnectError("no"), *streams, refusal(503), refusal(204)])
    events = [(event["id"], event["event"], event["data"]) async for event in visavis.follow_conversation("conv_1")]
    assert events == [("1", "timeline", {"type": "ä"}), ("3", "status", {"status": "ended"})]
    assert [request.headers.get("last-event-id") for request in sent] == [None, None, "1", "3", "3"]
    assert waits == [2.0, 0.01]

    sent, visavis = client_of([refusal(503)] * 7)
    try:
        raise AssertionError([event async for event in visavis.follow_conversation("conv_1")])
    except VisavisError:
        assert len(sent) == 7


async def reads_lists() -> None:
    def page(name: str, items: list[dict[str, str]], **more: object) -> httpx.Response:
        return httpx.Response(200, json={"skip": 0, "take": 2, "total": 3, name: items, **more})

    a, b, c = ({"id": name} for name in "abc")
    sent, visavis = client_of([page("brains", [a, b], nextCursor="n"), page("brains", [b, c])])
    assert [item async for item in visavis.brains.list_all(take=2)] == [a, b, c]
    assert [request.url.query for request in sent] == [b"take=2&skip=0", b"take=2&cursor=n"]

    same = {"text": "twice"}
    sent, visavis = client_of([page("passages", [same, same]), page("passages", [same])])
    assert [item async for item in visavis.knowledge_bases.list_all_passages("k", "d", take=2)] == [same] * 3
    assert [request.url.query for request in sent] == [b"take=2&skip=0", b"take=2&skip=2"]


def verifies() -> None:
    body = b'{"type": "conversation.ended"}'
    key = b"a secret of this length"
    secret = "whsec_" + base64.b64encode(key).decode()

    def signed(by: bytes = key, after_s: int = 0) -> dict[str, str]:
        at = int(time.time()) + after_s
        digest = hmac.new(by, f"msg_1.{at}.".encode() + body, hashlib.sha256).digest()
        signature = "v1," + base64.b64encode(digest).decode()
        return {"Webhook-Id": "msg_1", "webhook-timestamp": str(at), "webhook-signature": f"v1,ä v2,x v1,AAAA {signature}"}

    assert verify_webhook(secret, signed(), body) == verify_webhook(secret, signed(), body.decode())
    for headers, text in [
        (signed(), body + b" "),
        (signed(b"another"), body),
        (signed(after_s=-600), body),
        (signed(after_s=600), body),
        ({**signed(), "webhook-timestamp": "nan"}, body),
        ({**signed(), "webhook-timestamp": "9" * 5_000}, body),
        ({**signed(), "webhook-signature": ""}, body),
        ({**signed(), "Webhook-Id": "msg_2"}, body),
        ({**signed(), "Webhook-Id": "msg_\udcff"}, body),
        ({}, body),
    ]:
        try:
            raise AssertionError(verify_webhook(secret, headers, text))
        except VisavisSignatureError:
            pass
    # With a key that has no bytes, anybody could sign.
    for wrong in ["", "whsec_", "whsec_***", "whsec_AAAAA"]:
        try:
            raise AssertionError(verify_webhook(wrong, signed(b""), body))
        except ValueError:
            pass


async def main() -> None:
    with mock.patch("asyncio.sleep", wait):
        await sends_again()
        await says_what_is_wrong()
        await follows_across_breaks()
        await reads_lists()
    verifies()


asyncio.run(main())
print("all hold")
