import { unwatchFile, watchFile } from 'node:fs';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { join } from 'node:path';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { openLocalCertificate } from './local-certificate.ts';
import { NEWEST_VERSION, readTlsFiles, type TlsFiles } from './tls-files.ts';

/** The web server: plain http, or https with the operator's certificate or one of this machine's own. */

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

/** Files are polled, because certbot and Kubernetes replace a symbolic link, which causes no event for the file. */
const POLL_MS = 2_000;

/**
 * Uses changed certificate files for new connections; open ones keep their certificate. Files that do not match change
 * nothing, and are logged if they still do not match after another poll, because a certificate and its key are written
 * separately.
 * @returns a function that stops watching
 */
function watchTlsFiles(server: TlsServer, files: TlsFiles, log: Logger, clock: Clock): () => void {
  let cancel: () => void = () => undefined;
  const load = (onRefused: (error: unknown) => void) => {
    readTlsFiles(files).then((pair) => {
      cancel();
      server.setSecureContext({ ...NEWEST_VERSION, ...pair });
      log.info(
        { event: 'tls.certificate_replaced', certFile: files.certFile },
        'the service uses the new TLS certificate',
      );
    }, onRefused);
  };
  const complain = (err: unknown) =>
    log.error(
      { event: 'tls.certificate_refused', err },
      'the service keeps its old TLS certificate, because the new files are not valid; check VISAVIS_TLS_CERT and VISAVIS_TLS_KEY',
    );
  const reload = () =>
    load(() => {
      cancel();
      cancel = clock.after(POLL_MS, () => load(complain));
    });
  const paths = [files.certFile, files.keyFile];
  for (const path of paths) watchFile(path, { interval: POLL_MS, persistent: false }, reload);
  return () => {
    cancel();
    for (const path of paths) unwatchFile(path, reload);
  };
}
