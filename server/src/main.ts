/** The service as a process: compose, listen, and end in order. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerStarting } from './answer-starting.ts';
import type { ComposedService } from './compose.ts';
import type { Config } from './config.ts';
import { StartupError } from './lib/startup-error.ts';
import { WebRequest } from './lib/web-request.ts';
import { createLog } from './logging.ts';
import { openDoor } from './open-door.ts';

const SERVER = {
  IncomingMessage: WebRequest,
  // Longer than a proxy keeps an idle connection (60 s as a rule): who closes second loses no request.
  keepAliveTimeout: 72_000,
  headersTimeout: 20_000,
  // Of a whole request: a document of 100 MB over a poor line takes longer than Node's five minutes. What is no upload
  // has less, see `open-door.ts`.
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 5_000,
};

export interface RunningService extends ComposedService {
  /** Where this machine reaches it. */
  localUrl: string;
}

/** @throws StartupError when something must be put right by the operator. */
export async function runService(config: Config): Promise<RunningService> {
  const log = createLog(config, 'visavis');
  // Taken before anything else is even loaded: a port in use is the commonest trouble, and the cheapest to tell.
  const server = createServer(SERVER);
  const started = answerStarting(server);
  await listen(server, config);
  try {
    const { compose } = await import('./compose.ts');
    const service = await compose(config, log);
    started();
    openDoor(server, service);
    const { port } = server.address() as AddressInfo;
    return {
      ...service,
      localUrl: `http://localhost:${port}`,
      close: async () => {
        server.close();
        await service.close();
        server.closeAllConnections();
      },
    };
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function explain({ code }: NodeJS.ErrnoException, host: string, port: number): StartupError {
  if (code === 'EADDRINUSE') {
    return new StartupError(`port ${port} is in use`, 'Stop what uses it, or set PORT to another one.');
  }
  if (code === 'EACCES')
    return new StartupError(`port ${port} may not be used by this user`, 'Set PORT above 1023.');
  return new StartupError(`${host}:${port} cannot be listened on (${code})`, 'Set HOST and PORT.');
}
