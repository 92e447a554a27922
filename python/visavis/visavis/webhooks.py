"""Whether a message is the service's (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import cast

from .errors import VisavisSignatureError
from .types import ConversationMessage, DocumentMessage, ToolCallMessage, TranscriptMessage, UsageMessage

SignedMessage = ConversationMessage | TranscriptMessage | DocumentMessage | UsageMessage | ToolCallMessage
"""What the service sends to an address of yours; `type` says which."""

# As the Standard Webhooks specification recommends.
_TOLERANCE_S = 300


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes | str) -> SignedMessage:
    """The message, where it was signed with the secret of the webhook or tool.

    Args:
        secret: As the service gave it out: `whsec_…`.
        headers: Of the request; it does not matter whether their names are in upper case.
        body: As it came: what was parsed and written again is another text.

    Raises:
        VisavisSignatureError: It was not, or not in these five minutes.
        ValueError: The secret is not one of the service.
    """
    key = _decode(secret.removeprefix("whsec_"))
    if not key:
        # Anybody could sign with it.
        raise ValueError("The secret is not one that the service gave: whsec_….")
    given = {name.lower(): value for name, value in headers.items()}
    sent_at = given.get("webhook-timestamp", "")
    # `int` refuses thousands of digits.
    if not (sent_at.isascii() and sent_at.isdigit() and abs(time.time() - float(sent_at)) <= _TOLERANCE_S):
        raise VisavisSignatureError("The message has no time, or its time is not within five minutes of now.")
    content = body.encode(errors="replace") if isinstance(body, str) else body
    # Some frameworks decode bytes that are not UTF-8 to surrogates, which cannot be encoded.
    signed = f"{given.get('webhook-id', '')}.{sent_at}.".encode(errors="replace") + content
    wanted = hmac.new(key, signed, hashlib.sha256).digest()
    for signature in given.get("webhook-signature", "").split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(_decode(value), wanted):
            return cast(SignedMessage, json.loads(content))
    raise VisavisSignatureError("The message is not signed with this secret.")


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        return b""
