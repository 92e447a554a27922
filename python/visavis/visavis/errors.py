"""What goes wrong: a refusal of the service, no answer from it, a message that is not its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import httpx

if TYPE_CHECKING:
    from .types import Problem, ProblemErrors


class VisavisError(Exception):
    """All that this package raises about the service."""


class VisavisApiError(VisavisError):
    """The service (or a proxy) has answered with an error, or something else than the service has answered.

    Attributes:
        status: Of HTTP; that of a success where something else answered, such as a proxy with its login page.
        code: From the service's closed list; None if the answer is not the service's, such as a proxy's.
        reason: What went wrong this time.
        errors: The faults of the input, each with its `path`, such as `avatar.refImage` or `query.take`, and a `message`.
        path: That of the first fault; None where there is none.
        request_id: By it the operator finds the request in the log.
        retry_after_s: When to try again, where the service says so.
        problem: The whole body (RFC 9457), where it is one.
    """

    def __init__(self, response: httpx.Response) -> None:
        """Takes a response whose body has been read."""
        problem = _read_problem(response)
        self.status = response.status_code
        self.problem = problem
        self.code: str | None = problem["code"] if problem else None
        self.reason = problem["detail"] if problem else _reason_of(response)
        self.errors: list[ProblemErrors] = problem.get("errors", []) if problem else []
        self.path: str | None = self.errors[0]["path"] if self.errors else None
        self.request_id: str | None = response.headers.get("x-request-id")
        self.retry_after_s = _read_seconds(response.headers.get("retry-after"))
        super().__init__(self.reason)


class VisavisConnectionError(VisavisError):
    """No answer: the service cannot be reached, took too long, or the connection broke; `__cause__` is what httpx says."""

    def __init__(self, url: str, cause: httpx.RequestError) -> None:
        # Not the whole address: that of an upload contains its signature.
        parsed = httpx.URL(url)
        origin = f"{parsed.scheme}://{parsed.netloc.decode('ascii')}"
        is_late = isinstance(cause, httpx.TimeoutException)
        what = "did not answer in time." if is_late else "cannot be reached. Is it running?"
        super().__init__(f"The service at {origin} {what}")


class VisavisSignatureError(VisavisError):
    """The message is not the service's, or not of these minutes: answer 401."""


def _reason_of(response: httpx.Response) -> str:
    if not response.is_success:
        return f"The service answered {response.status_code}."
    kind = response.headers.get("content-type", "without a type")
    where = "Check whether base_url leads to another server, such as the login page of a proxy."
    return f"The answer ({response.status_code}, {kind}) is not from the service. {where}"


def _read_problem(response: httpx.Response) -> Problem | None:
    if not response.headers.get("content-type", "").startswith("application/problem+json"):
        return None
    try:
        return cast("Problem", response.json())
    except ValueError:
        return None


def _read_seconds(value: str | None) -> float | None:
    # Or it is a date, which the service does not send.
    return float(value) if value is not None and value.isdecimal() else None
