"""The asynchronous client. The build generates `_sync` from it."""
