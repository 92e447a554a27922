/** Opens a connection to a provider, for all engines that use a WebSocket. */
import type { EngineCore } from '../../../engines/engine-core.ts';
import { ProviderError } from '../../provider-error.ts';
import { ProviderSocket, type ProviderSocketOptions } from '../../provider-socket.ts';

const TIMEOUT_MS = 10_000;

/** A connection that is being opened. */
export interface OpeningConnection {
  /** Absent until the socket is open: messages may arrive before the wait for it has resolved. */
  readonly socket: ProviderSocket | undefined;
  readonly isReady: boolean;
  ready(): void;
  refuse(error: ProviderError): void;
}

/** The parts of a new connection that a vendor's engine specifies. */
export interface ConnectionRequest {
  url: string;
  headers?: Record<string, string>;
  hello: () => object;
  /** What the provider has to confirm, such as `the session`, for the error message if it does not. */
  awaits: string;
}

export interface ConnectionOptions
  extends ConnectionRequest,
    Omit<ProviderSocketOptions, 'url' | 'headers' | 'clock' | 'connectTimeoutMs'> {
  core: EngineCore;
  /** How long it may take to connect, and as long to be confirmed; in milliseconds. */
  timeoutMs?: number | undefined;
  onMessage: (message: Record<string, unknown>, connection: OpeningConnection) => void;
}

/**
 * Opens a socket, sends the first message and waits until `onMessage` calls `ready`. Rejects with a `ProviderError`
 * after closing the socket. `lost` is called when a connection that was ready has closed.
 */
export async function openConnection(
  options: ConnectionOptions,
  lost: (error: ProviderError) => void,
): Promise<ProviderSocket> {
  const { core, provider, hello, awaits, onMessage, timeoutMs = TIMEOUT_MS, ...socketOptions } = options;
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
  // If the socket does not open, the wait below never begins.
  configured.catch(() => undefined);
  let socket: ProviderSocket | undefined;
  const connection: OpeningConnection = {
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
    { provider, clock: core.clock, connectTimeoutMs: timeoutMs, ...socketOptions },
    {
      onMessage: (message) => onMessage(message, connection),
      onMalformed: (why) => core.warn(`${provider.name} sent an invalid message: ${why}`),
      onClose: (error) => core.guard(() => (isReady ? lost(error) : refuse(error))),
    },
  );
  const cancelTimeout = core.clock.after(timeoutMs, () =>
    refuse(new ProviderError(provider, 'timeout', `${awaits} was not confirmed in time`)),
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
