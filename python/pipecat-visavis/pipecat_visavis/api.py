"""The calls to the HTTP API of a Visavis service that start and stop a session."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass
from typing import Any

import aiohttp

_MAX_ATTEMPTS = 4
_RETRY_DELAY_S = 2.0
_TIMEOUT = aiohttp.ClientTimeout(total=15)


class VisavisAPIError(Exception):
    """The service refused a request or did not respond.

    Attributes:
        status: HTTP status; None if there was no response.
        body: Body of the response: a problem (RFC 9457), which says what to change.
    """

    def __init__(self, message: str, status: int | None = None, body: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.body = body


@dataclass(frozen=True)
class StartedSession:
    """A session whose room is ready to join."""

    id: str
    server_url: str
    access_token: str
    avatar_identity: str


class VisavisAPI:
    """Calls the API of a service with the key of an organization."""

    def __init__(self, url: str, api_key: str, session: aiohttp.ClientSession) -> None:
        self._url = url.rstrip("/")
        self._api_key = api_key
        self._session = session

    async def start_session(
        self, *, name: str, avatar_id: str | None, agent_identity: str, max_duration: int | None
    ) -> StartedSession:
        """Starts a session in a room of the service, which the caller joins as its agent.

        Raises:
            VisavisAPIError: The service refuses it, does not respond, or has no avatar.
        """
        request: dict[str, Any] = {
            "name": name,
            "avatar": {"id": avatar_id or await self._newest_avatar_id()},
            "remoteAgentConnectingIdentity": {"identity": agent_identity},
        }
        if max_duration is not None:
            request["maxDuration"] = max_duration
        started = await self._call("POST", "/v1/sessions", request)
        session = started["session"]
        return StartedSession(
            id=session["id"],
            server_url=session["host"]["serverUrl"],
            access_token=started["remoteAgentAccessToken"],
            avatar_identity=session["avatar"]["identity"],
        )

    async def stop_session(self, session_id: str) -> None:
        """Ends a session; does nothing if it has ended already.

        Raises:
            VisavisAPIError: The service refuses it or does not respond.
        """
        await self._call("PATCH", f"/v1/sessions/{session_id}/stop")

    async def _newest_avatar_id(self) -> str:
        avatars = (await self._call("GET", "/v1/avatars?take=1"))["avatars"]
        if not avatars:
            raise VisavisAPIError("The organization has no avatar: pass avatar_id.")
        return str(avatars[0]["id"])

    async def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"x-api-key": self._api_key}
        if method == "POST":
            # All attempts use the same key: a request that succeeded before the connection broke is not executed twice.
            headers["idempotency-key"] = str(uuid.uuid4())
        for attempt in range(1, _MAX_ATTEMPTS + 1):
            try:
                async with self._session.request(
                    method, self._url + path, headers=headers, json=body, timeout=_TIMEOUT
                ) as response:
                    if response.ok:
                        return await response.json()
                    status, problem = response.status, await response.text()
                error = VisavisAPIError(f"Visavis answered {status}: {problem[:500]}", status, problem)
                if status < 500 and status != 429:
                    raise error
            except (aiohttp.ClientError, asyncio.TimeoutError) as cause:
                error = VisavisAPIError(f"Visavis at {self._url} does not answer: {cause!r}")
            if attempt == _MAX_ATTEMPTS:
                raise error
            await asyncio.sleep(_RETRY_DELAY_S)
