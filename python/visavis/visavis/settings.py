"""What a client is told when it is made, and what a request is made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

Secret = str | Callable[[], str]
"""A credential, or a function that returns it before every request, so that an expiring one can be renewed."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Settings:
    """Raises ValueError where the address has a version at its end, or where there is more than one credential."""

    base_url: str
    api_key: Secret | None
    token: Secret | None
    admin_token: Secret | None
    max_retries: int
    timeout_s: float
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if re.search(r"/v[13]/*$", self.base_url):
            raise ValueError(f"base_url is the address of the service, without /v1 or /v3: not {self.base_url}")
        if sum(secret is not None for secret in (self.api_key, self.token, self.admin_token)) > 1:
            raise ValueError("Give one of api_key, token and admin_token.")

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


def _segment(path: str, name: str, values: Mapping[str, str] | None) -> str:
    value = (values or {}).get(name)
    # A path with an empty part may be another operation.
    if not value:
        raise ValueError(f"{path} needs a value for {name}")
    return quote(value, safe="")


def _read(secret: Secret) -> str:
    return secret() if callable(secret) else secret
