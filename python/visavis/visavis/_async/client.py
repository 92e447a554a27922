"""The asynchronous client of the API."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from types import TracebackType

import httpx
from typing_extensions import Self

from ..events import ConversationEvent
from ..settings import Secret, Settings
from ..types import KnowledgeBaseDocument
from .calls import AsyncCalls
from .follow_conversation import follow_conversation
from .transport import AsyncTransport


class AsyncVisavis(AsyncCalls):
    """The API of a service, typed by its OpenAPI document.

    All methods raise VisavisApiError if the service responds with an error, and VisavisConnectionError if it does not
    respond.

    Args:
        base_url: Address of the service, such as `https://avatars.example.com`, without `/v1` or `/v3`.
        api_key: API key of an organization, for everything except session passes and `administration`.
        token: A client token (`tokens.create`), for session passes and the events of its conversations.
        admin_token: The operator's token, for `administration`.
        max_retries: Maximum number of retries of a call that failed temporarily.
        timeout_s: Timeout of each step of an attempt: connecting, sending, waiting for the next part of the response.
        headers: Sent with every request.
        http: Used for all requests, and not closed; by default, the client creates its own.

    Raises:
        ValueError: `base_url` is not an address of a service, or a credential is empty or not the only one.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Secret | None = None,
        token: Secret | None = None,
        admin_token: Secret | None = None,
        max_retries: int = 0,
        timeout_s: float = 60.0,
        headers: Mapping[str, str] | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        settings = Settings(
            base_url=base_url,
            api_key=api_key,
            token=token,
            admin_token=admin_token,
            max_retries=max_retries,
            timeout_s=timeout_s,
            headers=headers or {},
        )
        self._transport = AsyncTransport(settings, http)
        super().__init__(self._transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections, except those of an `http` that was passed in."""
        await self._transport.aclose()

    def follow_conversation(
        self, conversation_id: str, /, *, last_event_id: str | None = None
    ) -> AsyncIterator[ConversationEvent]:
        """Yields the past and future events of a conversation or session until its end, even if the connection breaks.

        Args:
            conversation_id: Id of the conversation or session.
            last_event_id: The last event that was received; by default, all events are sent from the beginning.
        """
        return follow_conversation(self._transport, conversation_id, last_event_id)

    async def upload_document(
        self,
        knowledge_base_id: str,
        /,
        *,
        name: str,
        content: bytes | str,
        mime_type: str,
        description: str | None = None,
    ) -> KnowledgeBaseDocument:
        """Adds a document to a knowledge base, uploads it and starts indexing it in the background."""
        added = await self.knowledge_bases.add_document(
            knowledge_base_id, {"name": name, "description": description, "mimeType": mime_type}
        )
        data = content.encode() if isinstance(content, str) else content
        await self._transport.send(
            "PUT", added["uploadUrl"], content=data, headers={"content-type": mime_type}
        )
        return await self.knowledge_bases.index_document(knowledge_base_id, added["document"]["id"])
