"""Verifies messages of the service (https://www.standardwebhooks.com)."""

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
"""A message that the service sends to your address; `type` says which."""

# As the Standard Webhooks specification recommends.
_TOLERANCE_S = 300


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes | str) -> SignedMessage:
    """Returns the message if it was signed with the secret of the webhook or tool.

    Args:
        secret: The secret from the service: `whsec_…`.
        headers: The headers of the request; upper and lower case of their names does not matter.
        body: As received: text that was parsed and serialized again may differ.

    Raises:
        VisavisSignatureError: The signature is wrong, or the time is not within five minutes of now.
        ValueError: The secret is not one of the service.
    """
    key = _decode(secret.removeprefix("whsec_"))
    if not key:
        # Anybody could sign with it.
        raise ValueError("The secret is not one that the service gave: whsec_….")
    fields = {name.lower(): value for name, value in headers.items()}
    sent_at = fields.get("webhook-timestamp", "")
    # `int` refuses thousands of digits.
    if not (sent_at.isascii() and sent_at.isdigit() and abs(time.time() - float(sent_at)) <= _TOLERANCE_S):
        raise VisavisSignatureError("The message has no time, or its time is not within five minutes of now.")
    content = body.encode(errors="replace") if isinstance(body, str) else body
    # Some frameworks decode bytes that are not UTF-8 to surrogates, which cannot be encoded.
    signed_content = f"{fields.get('webhook-id', '')}.{sent_at}.".encode(errors="replace") + content
    expected = hmac.new(key, signed_content, hashlib.sha256).digest()
    for signature in fields.get("webhook-signature", "").split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(_decode(value), expected):
            return cast(SignedMessage, json.loads(content))
    raise VisavisSignatureError("The message is not signed with this secret.")


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        return b""
