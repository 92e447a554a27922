"""The errors of this package."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import httpx

if TYPE_CHECKING:
    from .types import Problem, ProblemErrors


class VisavisError(Exception):
    """The base class of all errors that concern the service."""


class VisavisApiError(VisavisError):
    """The service (or a proxy) responded with an error, or the response is not from the service.

    Attributes:
        status: HTTP status; one of success if something else responded, such as a proxy with its login page.
        code: The error code, from a closed list; None if the response is not from the service, such as a proxy's.
        reason: Description of the error.
        errors: The faults of the input, each with a `path`, such as `avatar.refImage` or `query.take`, and a `message`.
        path: The path of the first of `errors`, if any.
        request_id: Identifies the request in the log of the service.
        retry_after_s: When to retry, if the service says so.
        problem: The whole body (RFC 9457), if it is a problem.
    """

    def __init__(self, response: httpx.Response) -> None:
        """The body of the response must have been read."""
        problem = _read_problem(response)
        self.status = response.status_code
        self.problem = problem
        self.code: str | None = problem["code"] if problem else None
        self.reason = problem["detail"] if problem else _describe(response)
        self.errors: list[ProblemErrors] = problem.get("errors", []) if problem else []
        self.path: str | None = self.errors[0]["path"] if self.errors else None
        self.request_id: str | None = response.headers.get("x-request-id")
        self.retry_after_s = _read_seconds(response.headers.get("retry-after"))
        super().__init__(self.reason)


class VisavisConnectionError(VisavisError):
    """The service is unreachable, took too long, or the connection broke. `__cause__` is the error of httpx."""

    def __init__(self, url: str, cause: httpx.RequestError) -> None:
        # Not the whole address: that of an upload contains its signature.
        parsed = httpx.URL(url)
        origin = f"{parsed.scheme}://{parsed.netloc.decode('ascii')}"
        is_timeout = isinstance(cause, httpx.TimeoutException)
        what = "did not answer in time." if is_timeout else "cannot be reached. Is it running?"
        super().__init__(f"The service at {origin} {what}")


class VisavisSignatureError(VisavisError):
    """The message is not from the service, or its time is not current: respond with 401."""


def _describe(response: httpx.Response) -> str:
    if not response.is_success:
        return f"The service answered {response.status_code}."
    content_type = response.headers.get("content-type", "without a type")
    hint = "Check whether base_url leads to another server, such as the login page of a proxy."
    return f"The answer ({response.status_code}, {content_type}) is not from the service. {hint}"


def _read_problem(response: httpx.Response) -> Problem | None:
    if not response.headers.get("content-type", "").startswith("application/problem+json"):
        return None
    try:
        return cast("Problem", response.json())
    except ValueError:
        return None


def _read_seconds(value: str | None) -> float | None:
    # The header may also contain a date, but the service sends none.
    return float(value) if value is not None and value.isdecimal() else None
