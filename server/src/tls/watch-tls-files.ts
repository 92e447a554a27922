import { unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import type { Logger } from '../lib/logger.ts';
import { readTlsFiles, type TlsFiles } from './tls-files.ts';

/** Files are polled for changes: certbot and Kubernetes replace a symbolic link, which is no event of the file. */
const POLL_MS = 2_000;

/**
 * New connections get the certificate that is in the files; those that are open keep theirs. Files that do not fit, such as a
 * certificate whose key is still to be written, change nothing and are logged.
 * @returns stops watching
 */
export function watchTlsFiles(server: Server, files: TlsFiles, log: Logger): () => void {
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
