"""Visavis plugin for LiveKit Agents: an avatar from your own service."""

from livekit.agents import Plugin

from .avatar import AvatarSession, OpenedRoom, VisavisException
from .log import logger
from .version import __version__

__all__ = ["AvatarSession", "OpenedRoom", "VisavisException", "__version__"]


class VisavisPlugin(Plugin):
    def __init__(self) -> None:
        super().__init__(__name__, __version__, __package__, logger)


Plugin.register_plugin(VisavisPlugin())
