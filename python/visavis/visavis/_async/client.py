"""The client."""

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

    All that it calls raises VisavisApiError where the service does not answer with a success, and
    VisavisConnectionError where it does not answer.

    Args:
        base_url: Where the service is, such as `https://avatars.example.com`: without `/v1` or `/v3`.
        api_key: Of an organization: for everything but session passes and `administration`.
        token: A client token (`tokens.create`), for session passes and the events of what it started.
        admin_token: Of the operator, for `administration`.
        max_retries: How often a call that failed for a moment is sent again, at most.
        timeout_s: How long each step of a try may take: to connect, to send, to wait for the next of the answer.
        headers: Sent with every request.
        http: Used for all requests, and left open; else one of its own.

    Raises:
        ValueError: `base_url` is no address of a service, or a credential is empty or not the only one.
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
        """Closes its connections; not those of `http`."""
        await self._transport.aclose()

    def follow_conversation(
        self, conversation_id: str, /, *, last_event_id: str | None = None
    ) -> AsyncIterator[ConversationEvent]:
        """What happened in a conversation or session and what happens, to its end, across broken connections.

        Args:
            conversation_id: Of the conversation or session.
            last_event_id: Of the last event that was seen; from the beginning where absent.
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
        """Adds a document to a knowledge base, sends its bytes and has it indexed; that goes on in the background."""
        added = await self.knowledge_bases.add_document(
            knowledge_base_id, {"name": name, "description": description, "mimeType": mime_type}
        )
        sent = content.encode() if isinstance(content, str) else content
        await self._transport.send(
            "PUT", added["uploadUrl"], content=sent, headers={"content-type": mime_type}
        )
        return await self.knowledge_bases.index_document(knowledge_base_id, added["document"]["id"])
