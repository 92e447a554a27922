from __future__ import annotations

import asyncio
import os
import uuid
from dataclasses import dataclass
from typing import Any

import aiohttp

from livekit import api, rtc
from livekit.agents import (
    DEFAULT_API_CONNECT_OPTIONS,
    NOT_GIVEN,
    AgentSession,
    APIConnectionError,
    APIConnectOptions,
    APIStatusError,
    NotGivenOr,
    get_job_context,
)
from livekit.agents.voice.avatar import AvatarSession as BaseAvatarSession
from livekit.agents.voice.avatar import DataStreamAudioOutput
from livekit.agents.voice.room_io import ATTRIBUTE_PUBLISH_ON_BEHALF

from .log import logger

_DEFAULT_API_URL = "http://localhost:8080"
_AVATAR_IDENTITY = "visavis-avatar"


class VisavisException(Exception):
    """An error that the caller must fix."""


@dataclass(frozen=True)
class OpenedRoom:
    """A room of the service. The user's LiveKit client connects with `server_url` and `consumer_access_token`."""

    room: rtc.Room
    server_url: str
    consumer_access_token: str


class AvatarSession(BaseAvatarSession):
    """An avatar of a Visavis service in the agent's room."""

    def __init__(
        self,
        *,
        avatar_id: NotGivenOr[str] = NOT_GIVEN,
        api_url: NotGivenOr[str] = NOT_GIVEN,
        api_key: NotGivenOr[str] = NOT_GIVEN,
        avatar_participant_identity: NotGivenOr[str] = NOT_GIVEN,
        avatar_participant_name: NotGivenOr[str] = NOT_GIVEN,
        name: NotGivenOr[str] = NOT_GIVEN,
        max_duration: NotGivenOr[int] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> None:
        """
        Args:
            avatar_id: Id of an avatar or a character; default `VISAVIS_AVATAR_ID`, or else the newest avatar.
            api_url: Address of the service; default `VISAVIS_URL`, or else `http://localhost:8080`.
            api_key: API key of the organization; default `VISAVIS_API_KEY`.
            name: The name of the session in the service's lists.
            max_duration: Seconds after which the service ends the conversation.

        Raises:
            VisavisException: There is no API key.
        """
        super().__init__()
        self._avatar_id = avatar_id or os.getenv("VISAVIS_AVATAR_ID")
        self._api_url = (api_url or os.getenv("VISAVIS_URL") or _DEFAULT_API_URL).rstrip("/")
        key = api_key or os.getenv("VISAVIS_API_KEY")
        if not key:
            raise VisavisException("No API key: pass api_key or set VISAVIS_API_KEY.")
        self._api_key = key
        self._identity = avatar_participant_identity or _AVATAR_IDENTITY
        self._participant_name = avatar_participant_name or self._identity
        self._name = name or "A LiveKit agent"
        self._max_duration = max_duration or None
        self._conn_options = conn_options
        self._session_id: str | None = None
        self._service_room: rtc.Room | None = None

    @property
    def avatar_identity(self) -> str:
        return self._identity

    @property
    def provider(self) -> str:
        return "visavis"

    @property
    def session_id(self) -> str | None:
        """The session's id in the service, once it has started."""
        return self._session_id

    async def open_room(self, *, consumer_identity: str, agent_identity: str = "agent") -> OpenedRoom:
        """Opens a room of the service and joins it as the agent; you need no LiveKit server. Pass the room to `start`.

        Raises:
            APIStatusError: The service refuses the session; its body says why.
            APIConnectionError: The service does not respond.
            rtc.ConnectError: The room cannot be joined.
        """
        started = await self._start_session(
            {
                "remoteAgentConnectingIdentity": {"identity": agent_identity},
                "consumerIdentity": {"identity": consumer_identity},
            }
        )
        self._identity = started["session"]["avatar"]["identity"]
        server_url = started["session"]["host"]["serverUrl"]
        self._service_room = rtc.Room()
        try:
            await self._service_room.connect(server_url, started["remoteAgentAccessToken"])
        except rtc.ConnectError:
            await self._stop_session()
            raise
        return OpenedRoom(self._service_room, server_url, started["consumerAccessToken"])

    async def start(
        self,
        agent_session: AgentSession,
        room: rtc.Room,
        *,
        livekit_url: NotGivenOr[str] = NOT_GIVEN,
        livekit_api_key: NotGivenOr[str] = NOT_GIVEN,
        livekit_api_secret: NotGivenOr[str] = NOT_GIVEN,
    ) -> None:
        """Brings the avatar into the room and sends it what the agent says. Call it before `agent_session.start`.

        Raises:
            VisavisException: LiveKit credentials are missing, or the room has no name yet.
            APIStatusError: The service refuses the session; its body says why.
            APIConnectionError: The service does not respond.
        """
        await super().start(agent_session, room)
        if room is not self._service_room:
            await self._join_agent_room(room, livekit_url, livekit_api_key, livekit_api_secret)
        agent_session.output.replace_audio_tail(
            DataStreamAudioOutput(
                room=room,
                destination_identity=self._identity,
                wait_remote_track=rtc.TrackKind.KIND_VIDEO,
                wait_playback_start=True,
            )
        )

    async def aclose(self) -> None:
        """Ends the conversation at the service. Can be called repeatedly."""
        await self._stop_session()
        await super().aclose()
        if self._service_room is not None:
            await self._service_room.disconnect()

    async def _join_agent_room(
        self,
        room: rtc.Room,
        livekit_url: NotGivenOr[str],
        livekit_api_key: NotGivenOr[str],
        livekit_api_secret: NotGivenOr[str],
    ) -> None:
        url = livekit_url or os.getenv("LIVEKIT_URL")
        key = livekit_api_key or os.getenv("LIVEKIT_API_KEY")
        secret = livekit_api_secret or os.getenv("LIVEKIT_API_SECRET")
        if not url or not key or not secret:
            raise VisavisException("Pass livekit_url, livekit_api_key and livekit_api_secret, or set LIVEKIT_*.")
        job = get_job_context(required=False)
        agent = job.local_participant_identity if job else room.local_participant.identity
        token = (
            api.AccessToken(api_key=key, api_secret=secret)
            .with_kind("agent")
            .with_identity(self._identity)
            .with_name(self._participant_name)
            .with_grants(api.VideoGrants(room_join=True, room=room.name, can_update_own_metadata=True))
            .with_attributes({ATTRIBUTE_PUBLISH_ON_BEHALF: agent})
            .to_jwt()
        )
        await self._start_session(
            {
                "host": {"serverUrl": url, "accessToken": token},
                "remoteAgentConnectingIdentity": {"identity": agent},
            }
        )

    async def _start_session(self, room_fields: dict[str, Any]) -> Any:
        avatar = {"id": self._avatar_id or await self._newest_avatar_id()}
        request = {"name": self._name, "avatar": avatar, **room_fields}
        if self._max_duration is not None:
            request["maxDuration"] = self._max_duration
        started = await self._call("POST", "/v1/sessions", request)
        self._session_id = started["session"]["id"]
        logger.debug("the session of the avatar has started", extra={"session_id": self._session_id})
        return started

    async def _stop_session(self) -> None:
        session_id, self._session_id = self._session_id, None
        if session_id is not None:
            try:
                await self._call("PATCH", f"/v1/sessions/{session_id}/stop")
            except (APIStatusError, APIConnectionError) as error:
                # The session ends by itself after the agent has left.
                logger.warning("the session could not be stopped", extra={"error": str(error)})

    async def _newest_avatar_id(self) -> str:
        avatars = (await self._call("GET", "/v1/avatars?take=1"))["avatars"]
        if not avatars:
            raise VisavisException("The organization has no avatar: pass avatar_id.")
        return str(avatars[0]["id"])

    async def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"x-api-key": self._api_key}
        if method == "POST":
            # All attempts use the same key: a request that succeeded before the connection broke is not executed twice.
            headers["idempotency-key"] = str(uuid.uuid4())
        timeout = aiohttp.ClientTimeout(total=max(15.0, self._conn_options.timeout))
        last_error: Exception | None = None
        async with aiohttp.ClientSession(timeout=timeout) as http:
            for attempt in range(self._conn_options.max_retry + 1):
                if attempt > 0:
                    await asyncio.sleep(self._conn_options.retry_interval)
                try:
                    async with http.request(method, self._api_url + path, headers=headers, json=body) as response:
                        if response.ok:
                            return await response.json()
                        problem = await response.text()
                        error = APIStatusError(
                            f"Visavis answered {response.status}", status_code=response.status, body=problem
                        )
                        if response.status < 500 and response.status != 429:
                            raise error
                        last_error = error
                except (aiohttp.ClientError, asyncio.TimeoutError) as error:
                    last_error = APIConnectionError(f"Visavis at {self._api_url} does not answer: {error}")
        assert last_error is not None
        raise last_error
