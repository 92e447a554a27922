import { X509Certificate } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { DtlsClient } from 'werift';
import { createDtlsCertificate } from './dtls-certificate.ts';
import { contentType } from './dtls-records.ts';
import { HandshakeRetransmissions } from './handshake-retransmissions.ts';
import { PacketRouter } from './packet-router.ts';
import { SCTP_PORT } from './sctp-association.ts';
import { buildChunk, buildSctpPacket, type Chunk, chunkType, parseSctpPacket } from './sctp-packet.ts';
import { srtpProfile } from './srtp.ts';
import { WeriftTransport } from './werift-transport.ts';

let transport: WeriftTransport | undefined;
afterEach(() => {
  transport?.close('the test is over');
  vi.useRealTimers();
});

/** Creates the first fragment of a handshake message whose rest never arrives. */
function fragment(message: number): Buffer {
  const payload = Buffer.alloc(12 + 1_000);
  payload[0] = 11;
  payload.writeUIntBE(0xffffff, 1, 3);
  payload.writeUInt16BE(message, 4);
  payload.writeUIntBE(1_000, 9, 3);
  const record = Buffer.alloc(13);
  record[0] = contentType.handshake;
  record.writeUInt16BE(0xfefd, 1);
  record.writeUIntBE(message, 5, 6);
  record.writeUInt16BE(payload.length, 11);
  return Buffer.concat([record, payload]);
}

test('an endless handshake is ended', async () => {
  transport = new WeriftTransport(new PacketRouter(), await createDtlsCertificate(), []);
  const closed = vi.fn();
  transport.on('closed', closed);
  for (let message = 0; message < 100; message++) transport.handlePacket(fragment(message));
  expect(closed).not.toHaveBeenCalled();
  for (let message = 100; message < 1_000; message++) transport.handlePacket(fragment(message));
  expect(closed).toHaveBeenCalledOnce();
});

test('a packet that causes an error ends only its own connection', async () => {
  transport = new WeriftTransport(new PacketRouter(), await createDtlsCertificate(), []);
  const closed = vi.fn();
  transport.on('closed', closed);
  const fault = vi.spyOn(HandshakeRetransmissions.prototype, 'classify').mockImplementation(() => {
    throw new TypeError('a fault of ours');
  });
  try {
    transport.handlePacket(fragment(0));
  } finally {
    fault.mockRestore();
  }
  expect(closed).toHaveBeenCalledOnce();
});

test('a packet from a peer that has used up its time is dropped before it is read', async () => {
  const inside = vi.spyOn(HandshakeRetransmissions.prototype, 'classify');
  const undone = { run: () => undefined };
  transport = new WeriftTransport(new PacketRouter(), await createDtlsCertificate(), [], { work: undone });
  transport.handlePacket(Buffer.alloc(20, 22));
  expect(inside).not.toHaveBeenCalled();
  inside.mockRestore();
});

/** Creates a client that has completed the handshake on its home path. Packets reach it on paths that are `reached`. */
async function connect() {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  const server = new WeriftTransport(new PacketRouter(), await createDtlsCertificate(), []);
  transport = server;
  const own = await createDtlsCertificate();
  server.setRemoteFingerprints([`sha-256 ${new X509Certificate(own.certPem).fingerprint256}`]);
  const wire = {
    type: 'test',
    closed: false,
    address: { address: '', family: '', port: 0 },
    onData: (() => undefined) as (packet: Buffer) => void,
    send: async (packet: Buffer) => server.handlePacket(packet),
    close: async () => undefined,
  };
  const openPath = (isReached: boolean) => {
    const media: Buffer[] = [];
    const send = (packet: Buffer) => {
      if (packet[0]! >= 128) media.push(packet);
      else if (isReached) setImmediate(() => wire.onData(packet));
    };
    return { media, send };
  };
  const home = openPath(true);
  server.handleCheck(home, true);
  const client = new DtlsClient({
    cert: own.certPem,
    key: own.keyPem,
    signatureHash: own.signatureHash,
    transport: wire as unknown as ConstructorParameters<typeof DtlsClient>[0]['transport'],
    srtpProfiles: [srtpProfile.aeadAes128Gcm],
    extendedMasterSecret: true,
  });
  const connected = new Promise<void>((resolve) => server.once('connected', resolve));
  await client.connect();
  await connected;

  // Performs the client's side of the SCTP association.
  let tag = 0;
  const send = (type: number, body: Buffer) =>
    client.send(buildSctpPacket(SCTP_PORT, tag, [buildChunk(type, 0, body)]));
  const answer = ({ type, body }: Chunk): Promise<void> | undefined => {
    if (type === chunkType.heartbeat) return send(chunkType.heartbeatAck, body);
    if (type !== chunkType.initAck) return undefined;
    tag = body.readUInt32BE(0);
    return send(chunkType.cookieEcho, body.subarray(20, 16 + body.readUInt16BE(18)));
  };
  client.onData.subscribe((packet) => {
    for (const chunk of parseSctpPacket(packet)!.chunks) void answer(chunk);
  });
  const established = new Promise<void>((resolve) => server.channels.once('established', resolve));
  const init = Buffer.alloc(16);
  for (const at of [0, 4, 12]) init.writeUInt32BE(1, at);
  await send(chunkType.init, init);
  await established;

  let sequence = 0;
  const sendVideo = (packets: number) => {
    for (let count = 0; count < packets; count++) {
      const header = Buffer.alloc(12, 0x80);
      header.writeUInt16BE(sequence++ & 0xffff, 2);
      server.sendRtp(header, Buffer.alloc(1_000));
    }
  };
  return { server, openPath, home, sendVideo };
}

test('an address named in a check gets little data until it has proven to receive; a client that moves gets everything', async () => {
  const { server, openPath, home, sendVideo } = await connect();
  sendVideo(1_000);
  expect(home.media).toHaveLength(1_000);

  const ofAnother = openPath(false);
  server.handleCheck(ofAnother, true);
  sendVideo(1_000);
  vi.advanceTimersByTime(5_000);
  const little = ofAnother.media.length;
  sendVideo(1_000);
  expect(little).toBeGreaterThan(10);
  expect(ofAnother.media.length).toBeLessThan(500);

  const train = openPath(true);
  server.handleCheck(train, true);
  await new Promise<void>((resolve) => server.channels.once('heartbeatAck', () => resolve()));
  train.media.length = 0;
  sendVideo(1_000);
  expect(train.media).toHaveLength(1_000);
});

test('no media is sent to a silent peer, until it is heard again', async () => {
  const { server, home, sendVideo } = await connect();
  vi.advanceTimersByTime(12_000);
  expect(server.silent).toBe(true);
  sendVideo(10);
  expect(home.media).toHaveLength(0);
  server.handleCheck(home, true);
  sendVideo(10);
  expect(home.media).toHaveLength(10);
});
