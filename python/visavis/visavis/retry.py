"""Decides when a failed call is retried, like `client/src/retry.ts`."""

from __future__ import annotations

from .errors import VisavisApiError, VisavisConnectionError, VisavisError

_INITIAL_DELAY_S = 0.5
_MAX_DELAY_S = 30.0


def is_temporary(error: VisavisError) -> bool:
    """Whether a retry may succeed."""
    if isinstance(error, VisavisApiError):
        return error.status in (429, 502, 503, 504)
    return isinstance(error, VisavisConnectionError)


def retry_delay_s(error: VisavisError | None, failures: int, initial_s: float = _INITIAL_DELAY_S) -> float:
    """The delay that the service requests, but at least one that doubles with each failure in a row, up to 30 s."""
    retry_after_s = (error.retry_after_s or 0.0) if isinstance(error, VisavisApiError) else 0.0
    return max(retry_after_s, min(initial_s * 2.0 ** max(0, failures - 1), _MAX_DELAY_S))


def may_retry(error: VisavisError, delay_s: float, *, is_safe: bool) -> bool:
    """Whether to retry after this delay. `is_safe`: whether it does no harm to send the request twice."""
    is_rate_limited = isinstance(error, VisavisApiError) and error.status == 429
    return is_temporary(error) and (is_safe or is_rate_limited) and delay_s <= _MAX_DELAY_S
