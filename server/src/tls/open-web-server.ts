/** The web server itself: plain, or with TLS by the operator's certificate or by one of this machine's own. */

import { unwatchFile, watchFile } from 'node:fs';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { join } from 'node:path';
import type { Logger } from '../lib/logger.ts';
import { openLocalCertificate } from './local-certificate.ts';
import { readTlsFiles, type TlsFiles } from './tls-files.ts';

export interface WebServer {
  server: Server;
  scheme: 'http' | 'https';
  /** PEM of the authority of this machine, where its own certificate is used. */
  authority?: string;
  /** Stops the watch of the certificate files; the server itself stays open. */
  release(): void;
}

/** @throws StartupError where the operator's certificate cannot be used. */
export async function openWebServer(
  options: ServerOptions,
  { tls, dataDir }: { tls?: TlsFiles | 'local' | undefined; dataDir: string },
  log: Logger,
): Promise<WebServer> {
  if (tls === undefined) return { server: createServer(options), scheme: 'http', release: () => undefined };
  if (tls === 'local') {
    const { authority, ...pair } = await openLocalCertificate(join(dataDir, 'tls'));
    return {
      server: createTlsServer({ ...options, ...pair }),
      scheme: 'https',
      authority,
      release: () => undefined,
    };
  }
  const server = createTlsServer({ ...options, ...(await readTlsFiles(tls)) });
  return { server, scheme: 'https', release: watchTlsFiles(server, tls, log) };
}

/** Files are polled for changes: certbot and Kubernetes replace a symbolic link, which is no event of the file. */
const POLL_MS = 2_000;

/**
 * New connections get the certificate that is in the files; those that are open keep theirs. Files that do not fit, such as a
 * certificate whose key is still to be written, change nothing and are logged.
 * @returns stops watching
 */
function watchTlsFiles(server: TlsServer, files: TlsFiles, log: Logger): () => void {
  const reload = () => {
    readTlsFiles(files).then(
      (pair) => {
        server.setSecureContext(pair);
        log.info(
          { event: 'tls.certificate_replaced', certFile: files.certFile },
          'the service uses the new TLS certificate',
        );
      },
      (error: unknown) =>
        log.error(
          { event: 'tls.certificate_refused', err: error },
          'the service keeps its old TLS certificate: the new files do not fit',
        ),
    );
  };
  const paths = [files.certFile, files.keyFile];
  for (const path of paths) watchFile(path, { interval: POLL_MS, persistent: false }, reload);
  return () => {
    for (const path of paths) unwatchFile(path, reload);
  };
}
