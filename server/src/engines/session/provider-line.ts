/** What the engines on a WebSocket have in common on the way to their provider. */
import type { EngineCore } from '../engine-core.ts';
import { ProviderError } from '../provider-error.ts';
import { ProviderSocket, type ProviderSocketOptions } from './provider-socket.ts';

const READY_TIMEOUT_MS = 10_000;

/** A line that is being brought to where it can converse. */
export interface OpeningLine {
  /** Absent until the socket is open: messages may come before the wait for the opening is over. */
  readonly socket: ProviderSocket | undefined;
  readonly isReady: boolean;
  ready(): void;
  refuse(error: ProviderError): void;
}

/** What a vendor says about a line that is to be opened. */
export interface LineRequest {
  url: string;
  headers?: Record<string, string>;
  /** What is said first. */
  hello: () => object;
  /** What the provider is waited for to confirm, for the message that it did not: `the session`. */
  awaits: string;
}

export interface LineOptions extends LineRequest, Omit<ProviderSocketOptions, 'url' | 'headers'> {
  core: EngineCore;
  onMessage: (message: Record<string, unknown>, line: OpeningLine) => void;
}

/**
 * Opens a socket, says hello and waits until `onMessage` calls the line ready. Rejects with a `ProviderError`; the
 * socket is closed then. `lost` is called when a line that was ready is gone.
 */
export async function openLine(
  options: LineOptions,
  lost: (error: ProviderError) => void,
): Promise<ProviderSocket> {
  const { core, provider, hello, awaits, onMessage, ...socketOptions } = options;
  let isReady = false;
  let ready: () => void = () => undefined;
  let refuse: (error: ProviderError) => void = () => undefined;
  const configured = new Promise<void>((resolve, reject) => {
    ready = () => {
      isReady = true;
      resolve();
    };
    refuse = reject;
  });
  // The wait below may never begin when the socket does not open.
  configured.catch(() => undefined);
  let socket: ProviderSocket | undefined;
  const line: OpeningLine = {
    get socket() {
      return socket;
    },
    get isReady() {
      return isReady;
    },
    ready,
    refuse,
  };
  socket = await ProviderSocket.open(
    { provider, ...socketOptions },
    {
      onMessage: (message) => onMessage(message, line),
      onMalformed: (why) => core.warn(`${provider.name} sent a message that cannot be read: ${why}`),
      onClose: (error) => (isReady ? lost(error) : refuse(error)),
    },
  );
  const cancelTimeout = options.clock.after(READY_TIMEOUT_MS, () =>
    refuse(new ProviderError(provider, 'timeout', `${awaits} was not confirmed`)),
  );
  socket.send(hello());
  try {
    await configured;
    return socket;
  } catch (error) {
    await socket.close();
    throw error;
  } finally {
    cancelTimeout();
  }
}
