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
import { answerSocket } from '../../lib/answer-socket.ts';
import type { Logger } from '../../lib/logger.ts';
import { isSameSecret } from '../../lib/same-secret.ts';
import { socketWorker } from './socket-worker.ts';
import type { WorkerLink } from './worker-link.ts';

/** Far above the longest message: a transcript entry, or the arguments of a tool call. */
const MAX_REPORT_BYTES = 4 * 2 ** 20;

export interface WorkerDoorOptions {
  /** What workers must know. */
  token: string;
  version: string;
  /** The id of this process among those of the service. */
  instance: string;
  /** What a worker must have configured to be accepted. */
  engines: readonly EngineName[];
  /** The service takes no more workers: another process at the same address may. */
  stopping: () => boolean;
  /** Takes in who was let in. */
  welcome: (link: WorkerLink, capacity: number) => void;
  log: Logger;
}

/** For `server.on('upgrade', …)` of the public HTTP server. Never throws. */
export interface WorkerDoor {
  isFor(request: IncomingMessage): boolean;
  open(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

interface Refusal {
  code: ErrorCode;
  detail: string;
}

const registrations = Compile(WorkerRegistration);

/** Lets workers of other machines in, or says why not with a status and a problem as body. */
export function createWorkerDoor(options: WorkerDoorOptions): WorkerDoor {
  const { welcome, log } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_REPORT_BYTES,
  });
  return {
    isFor: ({ url }) => url?.split('?', 1)[0] === WORKERS_PATH,
    open(request, socket, head) {
      const worker = admit(request, options);
      if ('code' in worker) {
        // A client without the token is unknown and may try as often as it likes: it must not fill the log.
        const level = worker.code === 'unauthenticated' ? 'info' : 'warn';
        log[level]({ from: request.socket.remoteAddress, why: worker.detail }, 'a worker was refused');
        return refuse(socket, worker);
      }
      sockets.handleUpgrade(request, socket, head, (open) => {
        const { name, capacity } = worker;
        log.info({ worker: name, capacity }, 'a worker has connected');
        open.once('close', () => log.info({ worker: name }, 'a worker has disconnected'));
        welcome(socketWorker(open, name), capacity);
      });
    },
  };
}

function admit(request: IncomingMessage, options: WorkerDoorOptions): WorkerRegistration | Refusal {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!isSameSecret(given, options.token)) {
    return { code: 'unauthenticated', detail: 'Its token is not the VISAVIS_WORKER_TOKEN of this service.' };
  }
  if (options.stopping()) return { code: 'capacity', detail: 'The service is stopping.' };
  const query = new URLSearchParams(request.url?.split('?')[1]);
  const instance = query.get('instance');
  if (instance !== null && instance !== options.instance)
    return { code: 'capacity', detail: 'The worker is to work for another process of the service.' };
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
      detail: `The service is Visavis ${options.version}, the worker is another version. Install ${options.version} on both.`,
    };
  }
  if (!registrations.Check(registration)) {
    return {
      code: 'invalid_request',
      detail: 'The query must say version, name, capacity and engines of the worker.',
    };
  }
  const missing = options.engines.filter((engine) => !registration.engines.includes(engine));
  if (missing.length > 0) {
    return {
      code: 'conflict',
      detail: `The service answers with ${missing.join(', ')}, which is not configured at the worker. Give both the same settings of providers.`,
    };
  }
  return registration;
}

function refuse(socket: Duplex, { code, detail }: Refusal): void {
  const { status, title } = ERROR_PAGES[code];
  answerSocket(socket, status, {
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ title, status, code, detail }),
  });
}
