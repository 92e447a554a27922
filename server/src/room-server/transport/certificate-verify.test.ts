import { X509Certificate } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { DtlsClient } from 'werift';
import { createDtlsCertificate, type DtlsCertificate } from './dtls-certificate.ts';
import { PacketRouter } from './packet-router.ts';
import { WeriftTransport } from './werift-transport.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Returns how the handshake ends if a client shows one certificate and signs with the key of another. */
async function handshake(shown: DtlsCertificate, key: DtlsCertificate, change?: (packet: Buffer) => Buffer) {
  const server = new WeriftTransport(new PacketRouter(), await createDtlsCertificate(), []);
  const outcome = new Promise<string>((resolve) => {
    server.on('connected', () => resolve('connected'));
    server.on('closed', resolve);
  });
  server.setRemoteFingerprints([`sha-256 ${new X509Certificate(shown.certPem).fingerprint256}`]);
  const transport = {
    type: 'test',
    closed: false,
    address: { address: '', family: '', port: 0 },
    onData: (() => undefined) as (packet: Buffer) => void,
    send: async (packet: Buffer) => server.handlePacket(change?.(packet) ?? packet),
    close: async () => undefined,
  };
  const path = { send: (packet: Buffer) => void setImmediate(() => transport.onData(packet)) };
  server.handleCheck(path as Parameters<typeof server.handleCheck>[0], true);
  const client = new DtlsClient({
    cert: shown.certPem,
    key: key.keyPem,
    signatureHash: shown.signatureHash,
    transport: transport as unknown as ConstructorParameters<typeof DtlsClient>[0]['transport'],
    extendedMasterSecret: true,
  });
  closing.push(() => server.close('the test is over'));
  client.onError.subscribe(() => undefined);
  await client.connect();
  return outcome;
}

test('a peer that owns the key of its certificate is accepted', async () => {
  const own = await createDtlsCertificate();
  expect(await handshake(own, own)).toBe('connected');
});

test('a peer that shows the announced certificate without owning its key is refused', async () => {
  const [victim, thief] = [await createDtlsCertificate(), await createDtlsCertificate()];
  expect(await handshake(victim, thief)).toBe('the peer did not prove that it owns its certificate');
});
