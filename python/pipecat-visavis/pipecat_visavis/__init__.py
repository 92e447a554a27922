"""Visavis service for Pipecat: an avatar of a service of your own."""

from .api import VisavisAPIError
from .version import __version__
from .video import VisavisVideoService

__all__ = ["VisavisAPIError", "VisavisVideoService", "__version__"]
