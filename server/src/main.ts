/** The service as a process: starts, listens, and shuts down in order. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ComposedService } from './compose/service.ts';
import type { Config } from './config.ts';
import { boundConnections } from './lib/bound-connections.ts';
import { readTrust } from './lib/client-address.ts';
import { dropUnread } from './lib/drop-unread.ts';
import { logUnhandledRejections } from './lib/log-unhandled-rejections.ts';
import type { Logger } from './lib/logger.ts';
import { StartupError } from './lib/startup-error.ts';
import { WebRequest } from './lib/web-request.ts';
import { createLog } from './logging.ts';
import { refuseWhileStarting } from './refuse-while-starting.ts';
import { routeConnections } from './route-connections.ts';
import type { WebServer } from './tls/open-web-server.ts';

const SERVER = {
  IncomingMessage: WebRequest,
  // Longer than a proxy keeps an idle connection (usually 60 s), so that the proxy closes first and no request is lost.
  keepAliveTimeout: 72_000,
  headersTimeout: 20_000,
  // Limit for a whole request: a document of 100 MB over a slow connection takes longer than Node's default of five
  // minutes. Requests other than uploads have less time, see `limitBodyTime` (`unfinished-bodies.ts`).
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 5_000,
};

export interface RunningService extends ComposedService {
  /** The address for a browser on this machine. */
  localUrl: string;
  /** The address for commands on this machine: never over TLS, because the certificate need not name this machine. */
  commandUrl: string;
}

/** @throws StartupError for a problem that the operator must fix */
export async function runService(config: Config): Promise<RunningService> {
  const log = createLog(config, 'visavis');
  logUnhandledRejections(log);
  // Bound before anything else is loaded: a port in use is the most common problem and is reported at once.
  const web = await openServer(config, log);
  const servers = [web.server];
  if (web.scheme === 'https') servers.push(createServer(SERVER));
  // With a limit, Node hides further headers from us but still obeys them. Their total size is limited anyway.
  for (const server of servers) server.maxHeadersCount = 0;
  const close = () => {
    web.release();
    for (const server of servers) server.close();
  };
  const closeConnections = () => {
    for (const server of servers) server.closeAllConnections();
  };
  try {
    const started = servers.map((server) => refuseWhileStarting(server));
    await listen(web.server, config);
    const loopback = servers[1];
    if (loopback) await listen(loopback, { host: '127.0.0.1', port: 0 });
    for (const server of servers) watchConnections(server, config, log);
    const { compose } = await import('./compose/service.ts');
    const service = await compose(config, log);
    for (const stop of started) stop();
    for (const server of servers)
      routeConnections(server, service, log, readTrust(config.trustProxy), web.authority);
    const port = (server: Server) => (server.address() as AddressInfo).port;
    const localUrl = `${web.scheme}://localhost:${port(web.server)}`;
    return {
      ...service,
      localUrl,
      commandUrl: loopback ? `http://127.0.0.1:${port(loopback)}` : localUrl,
      close: async () => {
        close();
        await service.close();
        closeConnections();
      },
    };
  } catch (error) {
    close();
    closeConnections();
    throw error;
  }
}

async function openServer(config: Config, log: Logger): Promise<WebServer> {
  // Loaded only here: the code for certificates takes time to load, and few installations need it.
  if (config.tls) return (await import('./tls/open-web-server.ts')).openWebServer(SERVER, config, log);
  return { server: createServer(SERVER), scheme: 'http', release: () => undefined };
}

/**
 * Connections that the system queues until we accept them, as far as it allows (`somaxconn`). Further ones are dropped,
 * and their clients retry after a second; Node's default of 511 is less than one address may open.
 */
const BACKLOG = 4_096;

function listen(server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(explain(error, host, port));
    server.once('error', fail);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** `ofAddress`: more than the users behind one router need, but far fewer than would block others. */
const CONNECTIONS = { total: 10_000, ofAddress: 2_000 };

/** A client that reads nothing of its response for this long is dead, or wastes memory on purpose. */
const UNREAD_MS = 120_000;

function watchConnections(server: Server, { trustProxy }: Config, log: Logger): void {
  // A failed accept (no file handle left) affects only that client. Without a listener it would end the process.
  server.on('error', (error) =>
    log.warn({ event: 'http.accept_failed', err: error }, 'the service could not accept a connection'),
  );
  const ofAddress = trustProxy === false ? CONNECTIONS.ofAddress : undefined;
  dropUnread(server, UNREAD_MS);
  boundConnections(server, { total: CONNECTIONS.total, ofAddress }, (address) =>
    log.warn(
      { event: 'http.too_many_connections', address, ...CONNECTIONS },
      'the service refuses connections, because there are too many',
    ),
  );
}

function explain({ code }: NodeJS.ErrnoException, host: string, port: number): StartupError {
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `port ${port} is in use`,
      'Stop the program that uses it, or set PORT to another port.',
    );
  }
  if (code === 'EACCES')
    return new StartupError(`this user is not allowed to use port ${port}`, 'Set PORT to a port above 1023.');
  return new StartupError(`the service cannot listen on ${host}:${port} (${code})`, 'Check HOST and PORT.');
}
