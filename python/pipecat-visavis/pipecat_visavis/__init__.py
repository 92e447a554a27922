"""Visavis for Pipecat: an avatar from your own service."""

from .api import VisavisAPIError
from .version import __version__
from .video import VisavisVideoService

__all__ = ["VisavisAPIError", "VisavisVideoService", "__version__"]
