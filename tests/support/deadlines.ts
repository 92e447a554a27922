/** How long a test waits for an event: longer than any machine takes, however busy it is; only what hangs reaches it. */
export const DEADLINE_MS = 90_000;
/** For `vi.setConfig`: time for several such waits, so that what hangs is named by the wait that hangs. */
export const LIVE_TIMEOUTS = { testTimeout: 300_000, hookTimeout: 300_000 };
