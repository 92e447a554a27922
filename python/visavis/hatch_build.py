"""Refuses to build a package without its generated code."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GeneratedCode(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not Path(self.root, "visavis/types.py").exists():
            raise RuntimeError(
                "A part of this package is generated, and this copy of the repository has not been built: "
                "run `npm ci` in the root of the repository first (Node 20.19 or newer)."
            )
