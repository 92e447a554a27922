import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type EngineName,
  ERROR_PAGES,
  type ErrorCode,
  WORKERS_PATH,
  WorkerRegistration,
} from '@visavis/contracts';
import { Compile } from 'typebox/schema';
import { WebSocketServer } from 'ws';
import { answerSocket } from '../lib/answer-socket.ts';
import { boundControlFrames, MAX_FRAGMENTS } from '../lib/bound-control-frames.ts';
import { clientAddress, type Trust } from '../lib/client-address.ts';
import type { Logger } from '../lib/logger.ts';
import { isSameSecret } from '../lib/same-secret.ts';
import { socketWorker } from './socket-worker.ts';
import type { WorkerLink } from './worker-link.ts';

/** Far above the longest message: a transcript entry, or the arguments of a tool call. */
const MAX_REPORT_BYTES = 4 * 2 ** 20;

export interface WorkerEndpointOptions {
  /** The secret that workers must know. */
  token: string;
  /** The trusted proxies in front of the service: attempts with a wrong token count for the address behind them. */
  trust: Trust;
  version: string;
  /** Engines that a worker must have configured to be accepted. */
  engines: readonly EngineName[];
  /** Whether the service accepts no more workers; another process at the same address may. */
  stopping: () => boolean;
  addRemoteWorker: (link: WorkerLink, capacity: number) => void;
  /** Counts an attempt with a wrong token. @returns seconds until the next one, if this was one too many */
  countAttempt: (address: string) => Promise<number | undefined>;
  log: Logger;
}

/** For `server.on('upgrade', …)` of the public HTTP server. Never throws. */
export interface WorkerEndpoint {
  isFor(request: IncomingMessage): boolean;
  open(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

interface Refusal {
  code: ErrorCode;
  detail: string;
  retryAfterSeconds?: number;
}

const registrations = Compile(WorkerRegistration);

/** Accepts workers from other machines, or refuses them with a status and a problem as body. */
export function createWorkerEndpoint(options: WorkerEndpointOptions): WorkerEndpoint {
  const { addRemoteWorker, countAttempt, log } = options;
  const refuseUnauthenticated = async (from: string, socket: Duplex, refusal: Refusal) => {
    const retryAfterSeconds = await countAttempt(from);
    if (retryAfterSeconds !== undefined)
      return refuse(socket, {
        code: 'rate_limited',
        detail: 'Too many attempts with a wrong token.',
        retryAfterSeconds,
      });
    log.info({ event: 'worker.refused', from, why: refusal.detail }, 'the service refused a worker');
    refuse(socket, refusal);
  };
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_REPORT_BYTES,
    maxFragments: MAX_FRAGMENTS,
  });
  return {
    isFor: ({ url }) => url?.split('?', 1)[0] === WORKERS_PATH,
    open(request, socket, head) {
      const worker = admit(request, options);
      if ('code' in worker) {
        const from = clientAddress(request, options.trust) ?? '';
        if (worker.code === 'unauthenticated') return void refuseUnauthenticated(from, socket, worker);
        log.warn({ event: 'worker.refused', from, why: worker.detail }, 'the service refused a worker');
        return refuse(socket, worker);
      }
      sockets.handleUpgrade(request, socket, head, (open) => {
        const { name, capacity } = worker;
        boundControlFrames(open);
        log.info(
          { event: 'worker.connected', worker: name, capacity },
          'a worker of another machine connected',
        );
        open.once('close', () =>
          log.info(
            { event: 'worker.disconnected', worker: name },
            'a worker of another machine disconnected',
          ),
        );
        addRemoteWorker(socketWorker(open, name), capacity);
      });
    },
  };
}

function admit(request: IncomingMessage, options: WorkerEndpointOptions): WorkerRegistration | Refusal {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!isSameSecret(token, options.token)) {
    return {
      code: 'unauthenticated',
      detail: 'The token of the worker differs from VISAVIS_WORKER_TOKEN at the service.',
    };
  }
  if (options.stopping()) return { code: 'capacity', detail: 'The service is stopping.' };
  const query = new URLSearchParams(request.url?.split('?')[1]);
  const registration = {
    version: query.get('version'),
    name: query.get('name'),
    capacity: Number(query.get('capacity')),
    engines: query.getAll('engine'),
  };
  const { version } = registration;
  if (version !== null && version !== options.version) {
    return {
      code: 'conflict',
      detail: `The service runs Visavis ${options.version}, but the worker has another version. Install ${options.version} on both.`,
    };
  }
  if (!registrations.Check(registration)) {
    return {
      code: 'invalid_request',
      detail: 'The query must contain the version, name, capacity and engines of the worker.',
    };
  }
  const missing = options.engines.filter((engine) => !registration.engines.includes(engine));
  if (missing.length > 0) {
    return {
      code: 'conflict',
      detail: `The service uses ${missing.join(', ')}, which is not configured at the worker. Give both the same provider settings.`,
    };
  }
  return registration;
}

function refuse(socket: Duplex, { code, detail, retryAfterSeconds }: Refusal): void {
  const { status, title } = ERROR_PAGES[code];
  answerSocket(socket, status, {
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify({ title, status, code, detail }),
  });
}
