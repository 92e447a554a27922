"""The Visavis API for Python, typed by the service's own OpenAPI document."""

from . import types
from ._async.client import AsyncVisavis
from ._sync.client import Visavis
from .errors import VisavisApiError, VisavisConnectionError, VisavisError, VisavisSignatureError
from .events import ConversationEvent
from .settings import Secret
from .version import __version__
from .webhooks import SignedMessage, verify_webhook

__all__ = [
    "AsyncVisavis",
    "ConversationEvent",
    "Secret",
    "SignedMessage",
    "Visavis",
    "VisavisApiError",
    "VisavisConnectionError",
    "VisavisError",
    "VisavisSignatureError",
    "__version__",
    "types",
    "verify_webhook",
]
