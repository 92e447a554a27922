"""Sends requests: credentials, retries, pagination."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx

from ..errors import VisavisApiError, VisavisConnectionError, VisavisError
from ..retry import may_retry, retry_delay_s
from ..settings import Settings, without_none

_MAX_PAGE_SIZE = 50
# The service sends heartbeats every 15 seconds.
_STREAM_READ_TIMEOUT_S = 60.0

Values = Mapping[str, Any]


class AsyncTransport:
    """Raises VisavisApiError for an error response, VisavisConnectionError if there is no response."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient | None) -> None:
        self._settings = settings
        self._owns_http = http is None
        self._http = http or httpx.AsyncClient()

    async def aclose(self) -> None:
        """Closes the connections, unless the caller owns them."""
        if self._owns_http:
            await self._http.aclose()

    async def call(
        self,
        method: str,
        path: str,
        *,
        values: Values | None = None,
        query: Values | None = None,
        headers: Values | None = None,
        body: Any = None,
    ) -> Any:
        """Returns the parsed JSON response. Retries requests that failed temporarily, if sending them twice is safe."""
        is_safe = method != "POST" or "idempotency-key" in {name.lower() for name in without_none(headers)}
        failures = 0
        while True:
            try:
                response = await self.send(
                    method,
                    self._settings.url(path, values),
                    params=without_none(query),
                    headers=self._settings.all_headers(headers),
                    **({} if body is None else {"json": body}),
                )
                return _read_json(response)
            except VisavisError as error:
                failures += 1
                delay_s = retry_delay_s(error, failures)
                if failures > self._settings.max_retries or not may_retry(error, delay_s, is_safe=is_safe):
                    raise
            await asyncio.sleep(delay_s)

    async def send(self, method: str, url: str, **parts: Any) -> httpx.Response:
        """Sends a request to any address once, without a credential."""
        try:
            response = await self._http.request(method, url, timeout=self._settings.timeout_s, **parts)
        except httpx.RequestError as error:
            raise VisavisConnectionError(url, error) from error
        if not response.is_success:
            raise VisavisApiError(response)
        return response

    @asynccontextmanager
    async def open_stream(self, path: str, values: Values, headers: Values) -> AsyncIterator[httpx.Response]:
        """Opens a streamed response, which may continue as long as data arrives."""
        url = self._settings.url(path, values)
        timeout = httpx.Timeout(self._settings.timeout_s, read=_STREAM_READ_TIMEOUT_S)
        all_headers = self._settings.all_headers(headers)
        try:
            async with self._http.stream("GET", url, headers=all_headers, timeout=timeout) as response:
                if not response.is_success:
                    await response.aread()
                    raise VisavisApiError(response)
                yield response
        except httpx.RequestError as error:
            raise VisavisConnectionError(url, error) from error

    async def list_all(
        self, path: str, *, values: Values | None = None, query: Values | None = None
    ) -> AsyncIterator[Any]:
        """Yields all items of a list, page after page.

        Lists with cursors have no repetitions or gaps, even if rows are added or removed meanwhile. In other lists,
        added rows shift later pages: rows already yielded are skipped.
        """
        filters = {"take": _MAX_PAGE_SIZE, **without_none(query)}
        position: dict[str, Any] = {"skip": 0}
        yielded_ids: set[str] = set()
        while True:
            page = await self.call("GET", path, values=values, query={**filters, **position})
            # A page has one array; its name depends on the list.
            for item in next(value for value in page.values() if isinstance(value, list)):
                if item.get("id") in yielded_ids:
                    continue
                if "id" in item:
                    yielded_ids.add(item["id"])
                yield item
            if "nextCursor" in page:
                position = {"cursor": page["nextCursor"]}
            elif "skip" in position and position["skip"] + filters["take"] < page["total"]:
                position = {"skip": position["skip"] + filters["take"]}
            else:
                return


def _read_json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError as error:
        raise VisavisApiError(response) from error
