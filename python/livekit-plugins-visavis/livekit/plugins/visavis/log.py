import logging

logger = logging.getLogger("livekit.plugins.visavis")
