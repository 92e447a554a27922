"""What a client is told when it is made, and what a request is made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx

Secret = str | Callable[[], str]
"""A credential, or a function that returns it before every request, so that an expiring one can be renewed."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Settings:
    """Raises ValueError where `base_url` is no address of a service, or a credential is empty or not the only one."""

    base_url: str
    api_key: Secret | None
    token: Secret | None
    admin_token: Secret | None
    max_retries: int
    timeout_s: float
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_address(self.base_url)
        secrets = {"api_key": self.api_key, "token": self.token, "admin_token": self.admin_token}
        named = [name for name, secret in secrets.items() if secret is not None]
        if len(named) > 1:
            raise ValueError("Give one of api_key, token and admin_token.")
        if named and secrets[named[0]] == "":
            raise ValueError(f"{named[0]} is empty.")

    def url(self, path: str, values: Mapping[str, str] | None) -> str:
        """The address of a path like `/v1/avatars/{id}`. Raises ValueError where a value is empty."""
        return self.base_url.rstrip("/") + re.sub(r"\{(\w+)\}", lambda match: _segment(path, match[1], values), path)

    def all_headers(self, headers: Mapping[str, str | None] | None) -> dict[str, str]:
        """Those of every request, the credential, and these."""
        return {**self.headers, **self._credential(), **given(headers)}

    def _credential(self) -> dict[str, str]:
        if self.api_key is not None:
            return {"x-api-key": _read(self.api_key)}
        bearer = self.token if self.token is not None else self.admin_token
        return {} if bearer is None else {"authorization": f"Bearer {_read(bearer)}"}


def given(values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Those that are not None."""
    return {name: value for name, value in (values or {}).items() if value is not None}


def _check_address(base_url: str) -> None:
    wanted = "base_url is the address of the service"
    try:
        url = httpx.URL(base_url)
    except (TypeError, httpx.InvalidURL):
        url = httpx.URL("")
    if url.scheme not in ("http", "https") or not url.host:
        example = "such as https://avatars.example.com or http://localhost:8080"
        raise ValueError(f"{wanted}, {example}, not {base_url!r}")
    if re.search(r"/v[13]/*$", base_url):
        raise ValueError(f"{wanted}, without /v1 or /v3, not {base_url}")
    if re.search(r"[?#]", base_url):
        raise ValueError(f"{wanted}, without a query or a fragment")


def _segment(path: str, name: str, values: Mapping[str, str] | None) -> str:
    value = (values or {}).get(name)
    # A path with an empty part may be another operation.
    if not value:
        raise ValueError(f"{path} needs a value for {name}")
    return quote(value, safe="")


def _read(secret: Secret) -> str:
    return secret() if callable(secret) else secret
