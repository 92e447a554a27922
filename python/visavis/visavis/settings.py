"""The settings of a client, and the addresses and headers of its requests."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx

Secret = str | Callable[[], str]
"""A credential, or a function that returns it before every request, so that an expiring one can be renewed."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Settings:
    """Raises ValueError if `base_url` is not an address of a service, or a credential is empty or not the only one."""

    base_url: str
    api_key: Secret | None
    token: Secret | None
    admin_token: Secret | None
    max_retries: int
    timeout_s: float
    headers: Mapping[str, str]

    def __post_init__(self) -> None:
        _check_address(self.base_url)
        secrets = {"api_key": self.api_key, "token": self.token, "admin_token": self.admin_token}
        names = [name for name, secret in secrets.items() if secret is not None]
        if len(names) > 1:
            raise ValueError("Pass only one of api_key, token and admin_token.")
        if names and secrets[names[0]] == "":
            raise ValueError(f"{names[0]} is empty.")

    def url(self, path: str, values: Mapping[str, str] | None) -> str:
        """Returns the address of a path like `/v1/avatars/{id}`. Raises ValueError if a value is missing or empty."""
        return self.base_url.rstrip("/") + re.sub(r"\{(\w+)\}", lambda match: _parameter(path, match[1], values), path)

    def all_headers(self, headers: Mapping[str, str | None] | None) -> dict[str, str]:
        """Returns the headers of a request: those of every request, the credential, and these."""
        return {**self.headers, **self._credential(), **without_none(headers)}

    def _credential(self) -> dict[str, str]:
        if self.api_key is not None:
            return {"x-api-key": _resolve(self.api_key)}
        bearer = self.token if self.token is not None else self.admin_token
        return {} if bearer is None else {"authorization": f"Bearer {_resolve(bearer)}"}


def without_none(values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Returns the values that are not None."""
    return {name: value for name, value in (values or {}).items() if value is not None}


def _check_address(base_url: str) -> None:
    hint = "base_url is the address of the service"
    try:
        url = httpx.URL(base_url)
    except (TypeError, httpx.InvalidURL):
        url = httpx.URL("")
    if url.scheme not in ("http", "https") or not url.host:
        example = "such as https://avatars.example.com or http://localhost:8080"
        raise ValueError(f"{hint}, {example}, not {base_url!r}")
    if re.search(r"/v[13]/*$", base_url):
        raise ValueError(f"{hint}, without /v1 or /v3, not {base_url}")
    if re.search(r"[?#]", base_url):
        raise ValueError(f"{hint}, without a query or a fragment")


def _parameter(path: str, name: str, values: Mapping[str, str] | None) -> str:
    value = (values or {}).get(name)
    # A path with an empty parameter may address another operation.
    if not value:
        raise ValueError(f"{path} needs a value for {name}")
    return quote(value, safe="")


def _resolve(secret: Secret) -> str:
    return secret() if callable(secret) else secret
