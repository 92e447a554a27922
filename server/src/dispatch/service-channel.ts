import { WORKERS_PATH, type WorkerRegistration } from '@visavis/contracts';
import { WebSocket } from 'ws';
import { afterSilence } from '../lib/after-silence.ts';
import { SILENCE_TIMEOUT_MS } from './pool-worker.ts';
import type { WorkerChannel } from './run-worker.ts';
import { readJsonFrame } from './worker-link.ts';

/** Timeout of a connection attempt. */
const CONNECT_MS = 5_000;
/** A plan contains the picture of a face, up to 5 MiB before text encoding. */
const MAX_COMMAND_BYTES = 32 * 2 ** 20;
const MAX_REASON_CHARACTERS = 4096;

export interface ServiceAddress {
  /** `http:` or `https:`. */
  url: string;
  token: string;
}

/** The connection to a service on another machine, as its workers see it. */
export interface ServiceChannel extends WorkerChannel {
  close(): void;
}

/** The service refuses this worker, and will do so until an operator changes a setting. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** @throws RefusedError with the service's reason; another Error if it cannot be reached now */
export function connectToService(
  { url, token }: ServiceAddress,
  { version, name, capacity, engines }: WorkerRegistration,
): Promise<ServiceChannel> {
  const address = new URL(WORKERS_PATH.slice(1), `${url.replace(/^http/, 'ws')}/`);
  address.search = new URLSearchParams([
    ['version', version],
    ['name', name],
    ['capacity', String(capacity)],
    ...engines.map((engine) => ['engine', engine] as [string, string]),
  ]).toString();
  const socket = new WebSocket(address, {
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: CONNECT_MS,
    perMessageDeflate: false,
    maxPayload: MAX_COMMAND_BYTES,
  });
  return new Promise((resolve, reject) => {
    // After the opening, an error is followed by `close`, which suffices.
    socket.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code ?? error.message)));
    socket.on('unexpected-response', (_request, response) => {
      const { statusCode = 0 } = response;
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        if (body.length < MAX_REASON_CHARACTERS) body += part;
      });
      response.on('close', () => {
        const why = reasonIn(body) ?? `it answered with status ${statusCode}`;
        reject(isPermanent(statusCode) ? new RefusedError(why) : new Error(why));
        socket.terminate();
      });
    });
    socket.on('open', () => resolve(channelOver(socket)));
  });
}

function channelOver(socket: WebSocket): ServiceChannel {
  const giveUp = () => socket.terminate();
  let cancelWatch = afterSilence(SILENCE_TIMEOUT_MS, giveUp);
  const restartWatch = () => {
    cancelWatch();
    cancelWatch = afterSilence(SILENCE_TIMEOUT_MS, giveUp);
  };
  socket.on('ping', restartWatch);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      cancelWatch();
      resolve();
    });
  });
  return {
    send: (report) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(report));
    },
    onMessage: (handler) => {
      socket.on('message', (data, isBinary) => {
        restartWatch();
        const message = readJsonFrame(data, isBinary);
        // A peer that sends anything else is not this service.
        if (message === undefined) socket.terminate();
        else handler(message);
      });
    },
    onClosed: (handler) => void closed.then(handler),
    close: () => socket.close(),
  };
}

/** Whether retrying is useless: a server that is starting, stopping or overloaded may accept the worker later. */
function isPermanent(status: number): boolean {
  return status < 500 && ![408, 425, 429].includes(status);
}

function reasonIn(body: string): string | undefined {
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}
