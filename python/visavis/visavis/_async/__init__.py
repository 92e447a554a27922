"""The client as it is written; `_sync` is made of it by the build."""
