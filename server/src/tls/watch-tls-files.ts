import { unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { NEWEST_VERSION, readTlsFiles, type TlsFiles } from './tls-files.ts';

/** Files are polled, because certbot and Kubernetes replace a symbolic link, which causes no event for the file. */
const POLL_MS = 2_000;

/**
 * Uses changed certificate files for new connections; open ones keep their certificate. Files that do not match change
 * nothing, and are logged if they still do not match after another poll, because a certificate and its key are written
 * separately.
 * @returns a function that stops watching
 */
export function watchTlsFiles(server: Server, files: TlsFiles, log: Logger, clock: Clock): () => void {
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
