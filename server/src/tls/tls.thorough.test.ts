import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, stat, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { Deferred } from '../lib/deferred.ts';
import { silentLogger } from '../lib/logger.ts';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { useFolder } from '../lib/testing/use-folder.ts';
import { openLocalCertificate } from './local-certificate.ts';
import { openWebServer } from './open-web-server.ts';
import { readTlsFiles } from './tls-files.ts';

const HOST = { names: ['localhost', 'desk', 'desk.local'], addresses: ['127.0.0.1', '::1', '192.168.7.3'] };

const folder = useFolder('of each');

/** Connects as a client that only trusts `ca`. @returns the server's certificate, once OpenSSL has verified it */
async function shake(port: number, ca: string, more: ConnectionOptions = {}): Promise<X509Certificate> {
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', ca, servername: 'desk.local', ...more });
  await once(socket, 'secureConnect');
  const shown = socket.getPeerX509Certificate()!;
  socket.destroy();
  return shown;
}

test('the certificate is kept; a new address gets a new one from the same authority', async () => {
  const first = await openLocalCertificate(folder, HOST);
  expect(await openLocalCertificate(folder, HOST)).toEqual(first);
  const moved = await openLocalCertificate(folder, { ...HOST, addresses: ['10.1.2.3'] });
  expect(moved.authority).toBe(first.authority);
  expect(moved.cert).not.toBe(first.cert);
  expect(new X509Certificate(moved.cert).verify(new X509Certificate(first.authority).publicKey)).toBe(true);
  for (const name of ['authority.key', 'server.key'])
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

/** Returns a logger, its lines, and a function that waits for a matching line. */
function readLog() {
  const lines: string[] = [];
  const told = new Set<() => void>();
  const note = (message: string) => {
    lines.push(message);
    for (const tell of told) tell();
  };
  const log = {
    ...silentLogger,
    info: (_fields: object, message: string) => note(message),
    error: (_fields: object, message: string) => note(message),
  };
  const logged = (pattern: RegExp) =>
    new Promise<void>((resolve) => {
      const tell = () => {
        if (!lines.some((it) => pattern.test(it))) return;
        told.delete(tell);
        resolve();
      };
      told.add(tell);
      tell();
    });
  return { log, lines, logged };
}

/** Creates the certificate and key in use in `files`, and another pair to replace them. */
async function makeRenewal() {
  const [old, next] = await Promise.all(
    ['old', 'next'].map((name) => openLocalCertificate(join(folder, name), HOST)),
  );
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  await copyFile(join(folder, 'old/server.crt'), files.certFile);
  await copyFile(join(folder, 'old/server.key'), files.keyFile);
  return { old, next, files };
}

test('new connections use a new certificate in the files; files that do not match change nothing', async () => {
  const { log, logged } = readLog();
  const { old, next, files } = await makeRenewal();
  const web = await openWebServer({}, { tls: files, dataDir: folder }, log);
  await once(web.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = web.server.address() as AddressInfo;
  const before = await shake(port, old!.authority);

  await copyFile(join(folder, 'next/server.crt'), files.certFile);
  await logged(/keeps its old TLS certificate/);
  expect((await shake(port, old!.authority)).serialNumber).toBe(before.serialNumber);

  await copyFile(join(folder, 'next/server.key'), files.keyFile);
  await logged(/uses the new TLS certificate/);
  expect((await shake(port, next!.authority)).serialNumber).not.toBe(before.serialNumber);
  // Whose clients may renew their keys without end.
  await expect(shake(port, next!.authority, { minVersion: 'TLSv1.3' })).rejects.toThrow(/protocol version/);
  web.release();
  web.server.close();
});

test('a certificate and its key may be replaced one after the other, without an error report', async () => {
  const { log, lines, logged } = readLog();
  const { files } = await makeRenewal();
  const waits = new Deferred();
  const clock = new (class extends FakeClock {
    override after(delayMs: number, callback: () => void) {
      waits.resolve();
      return super.after(delayMs, callback);
    }
  })();
  const web = await openWebServer({}, { tls: files, dataDir: folder }, log, clock);

  await copyFile(join(folder, 'next/server.crt'), files.certFile);
  await Promise.race([waits.promise, logged(/keeps its old TLS certificate/)]);
  await copyFile(join(folder, 'next/server.key'), files.keyFile);
  await logged(/uses the new TLS certificate/);
  expect(lines).toEqual(['the service uses the new TLS certificate']);
  expect(clock.pending).toBe(0);
  web.release();
});

test('files that cannot be used are refused, with the reason and what to do', async () => {
  await Promise.all(['a', 'b'].map((name) => openLocalCertificate(join(folder, name), HOST)));
  const certFile = join(folder, 'a/server.crt');
  await expect(readTlsFiles({ certFile, keyFile: join(folder, 'b/server.key') })).rejects.toThrow(
    /are not a certificate and its key: key values mismatch/,
  );
  await expect(readTlsFiles({ certFile, keyFile: join(folder, 'none.pem') })).rejects.toThrow(
    /VISAVIS_TLS_KEY: .*none\.pem cannot be read \(ENOENT\)/,
  );
});

test('if neither the certificate nor its key can be read, the certificate is named', async () => {
  // Links to themselves, which not even root can follow.
  for (const name of ['authority.crt', 'authority.key']) await symlink(name, join(folder, name));
  await expect(openLocalCertificate(folder, HOST)).rejects.toThrow(/authority\.crt/);
});

test('if both files in the settings are missing, the certificate is named', async () => {
  const [certFile, keyFile] = [join(folder, 'no-cert.pem'), join(folder, 'no-key.pem')];
  await expect(readTlsFiles({ certFile, keyFile })).rejects.toThrow(
    /VISAVIS_TLS_CERT: .*no-cert\.pem cannot be read \(ENOENT\)/,
  );
});
