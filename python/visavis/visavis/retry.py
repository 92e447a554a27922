"""When a call that has failed is sent again, as `client/src/retry.ts` has it."""

from __future__ import annotations

from .errors import VisavisApiError, VisavisConnectionError, VisavisError

_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 30.0


def is_passing(error: VisavisError) -> bool:
    """Whether a retry may succeed."""
    if isinstance(error, VisavisApiError):
        return error.status in (429, 502, 503, 504)
    return isinstance(error, VisavisConnectionError)


def pause_s(error: VisavisError | None, failures: int, first_s: float = _FIRST_WAIT_S) -> float:
    """As long as the service asks for; else twice as long after each failure in a row, half a minute at most."""
    asked = (error.retry_after_s or 0.0) if isinstance(error, VisavisApiError) else 0.0
    return max(asked, min(first_s * 2.0 ** max(0, failures - 1), _LONGEST_WAIT_S))


def may_repeat(error: VisavisError, wait_s: float, *, is_safe: bool) -> bool:
    """Whether to send it again after that time; `is_safe`: whether that can do nothing twice."""
    is_refused = isinstance(error, VisavisApiError) and error.status == 429
    return is_passing(error) and (is_safe or is_refused) and wait_s <= _LONGEST_WAIT_S
