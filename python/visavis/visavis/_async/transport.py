"""Sends requests: credential, tries, pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx

from ..errors import VisavisApiError, VisavisConnectionError, VisavisError
from ..retry import may_repeat, pause_s
from ..settings import Settings, given

_LARGEST_PAGE = 50
# The service sends heartbeats every 15 seconds.
_SILENCE_S = 60.0

Values = Mapping[str, Any]


class AsyncTransport:
    """Raises VisavisApiError where the answer is no success, VisavisConnectionError where there is none."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient | None) -> None:
        self._settings = settings
        self._is_own = http is None
        self._http = http or httpx.AsyncClient()

    async def aclose(self) -> None:
        """Closes the connections, where they are not those of the caller."""
        if self._is_own:
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
        """The answer, from JSON. Sent again where it failed for a moment and that can do nothing twice."""
        is_safe = method != "POST" or "idempotency-key" in {name.lower() for name in given(headers)}
        failures = 0
        while True:
            try:
                response = await self.send(
                    method,
                    self._settings.url(path, values),
                    params=given(query),
                    headers=self._settings.all_headers(headers),
                    **({} if body is None else {"json": body}),
                )
                return _read_json(response)
            except VisavisError as error:
                failures += 1
                wait_s = pause_s(error, failures)
                if failures > self._settings.max_retries or not may_repeat(error, wait_s, is_safe=is_safe):
                    raise
            await asyncio.sleep(wait_s)

    async def send(self, method: str, url: str, **parts: Any) -> httpx.Response:
        """One try, anywhere, without a credential."""
        try:
            response = await self._http.request(method, url, timeout=self._settings.timeout_s, **parts)
        except httpx.RequestError as error:
            raise VisavisConnectionError(url, error) from error
        if not response.is_success:
            raise VisavisApiError(response)
        return response

    @asynccontextmanager
    async def open_stream(self, path: str, values: Values, headers: Values) -> AsyncIterator[httpx.Response]:
        """The answer as it comes; it may go on for as long as it says something."""
        url = self._settings.url(path, values)
        timeout = httpx.Timeout(self._settings.timeout_s, read=_SILENCE_S)
        sent = self._settings.all_headers(headers)
        try:
            async with self._http.stream("GET", url, headers=sent, timeout=timeout) as response:
                if not response.is_success:
                    await response.aread()
                    raise VisavisApiError(response)
                yield response
        except httpx.RequestError as error:
            raise VisavisConnectionError(url, error) from error

    async def list_all(
        self, path: str, *, values: Values | None = None, query: Values | None = None
    ) -> AsyncIterator[Any]:
        """All of a list, page after page, by cursors where the list has them.

        Then there are no repetitions or gaps, even if rows are added or removed meanwhile. In other lists, added rows
        shift later pages: rows already given are skipped.
        """
        wanted = {"take": _LARGEST_PAGE, **given(query)}
        place: dict[str, Any] = {"skip": 0}
        seen: set[str] = set()
        while True:
            page = await self.call("GET", path, values=values, query={**wanted, **place})
            # A page has one array; its name depends on the list.
            for item in next(value for value in page.values() if isinstance(value, list)):
                if item.get("id") in seen:
                    continue
                if "id" in item:
                    seen.add(item["id"])
                yield item
            if "nextCursor" in page:
                place = {"cursor": page["nextCursor"]}
            elif "skip" in place and place["skip"] + wanted["take"] < page["total"]:
                place = {"skip": place["skip"] + wanted["take"]}
            else:
                return


def _read_json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError as error:
        raise VisavisApiError(response) from error
