/** The web server: plain http, or https with the operator's certificate or one of this machine's own. */
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { openLocalCertificate } from './local-certificate.ts';
import { NEWEST_VERSION, readTlsFiles, type TlsFiles } from './tls-files.ts';
import { watchTlsFiles } from './watch-tls-files.ts';

export interface WebServer {
  server: Server;
  scheme: 'http' | 'https';
  /** PEM of this machine's authority, if its own certificate is used. */
  authority?: string;
  /** Stops watching the certificate files; the server itself stays open. */
  release(): void;
}

/** @throws StartupError if the operator's certificate cannot be used */
export async function openWebServer(
  options: ServerOptions,
  { tls, dataDir }: { tls?: TlsFiles | 'local' | undefined; dataDir: string },
  log: Logger,
  clock: Clock = systemClock,
): Promise<WebServer> {
  if (tls === undefined) return { server: createServer(options), scheme: 'http', release: () => undefined };
  if (tls === 'local') {
    const { authority, ...pair } = await openLocalCertificate(join(dataDir, 'tls'));
    return {
      server: createTlsServer({ ...options, ...NEWEST_VERSION, ...pair }),
      scheme: 'https',
      authority,
      release: () => undefined,
    };
  }
  const server = createTlsServer({ ...options, ...NEWEST_VERSION, ...(await readTlsFiles(tls)) });
  return { server, scheme: 'https', release: watchTlsFiles(server, tls, log, clock) };
}
