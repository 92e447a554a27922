import { afterEach, expect, test, vi } from 'vitest';
import { createDtlsCertificate } from './dtls-certificate.ts';
import { contentType } from './dtls-records.ts';
import { HandshakeRepeats } from './handshake-repeats.ts';
import { PacketRouter } from './packet-router.ts';
import { WeriftTransport } from './werift-transport.ts';

let transport: WeriftTransport | undefined;
afterEach(() => transport?.close('the test is over'));

/** The first fragment of a handshake message whose rest never comes. */
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

test('a handshake without end is ended', async () => {
  transport = new WeriftTransport(new PacketRouter(), await createDtlsCertificate(), []);
  const closed = vi.fn();
  transport.on('closed', closed);
  for (let message = 0; message < 100; message++) transport.handlePacket(fragment(message));
  expect(closed).not.toHaveBeenCalled();
  for (let message = 100; message < 1_000; message++) transport.handlePacket(fragment(message));
  expect(closed).toHaveBeenCalledOnce();
});

test('a packet that fails ends its own connection alone', async () => {
  transport = new WeriftTransport(new PacketRouter(), await createDtlsCertificate(), []);
  const closed = vi.fn();
  transport.on('closed', closed);
  const fault = vi.spyOn(HandshakeRepeats.prototype, 'classify').mockImplementation(() => {
    throw new TypeError('a fault of ours');
  });
  try {
    transport.handlePacket(fragment(0));
  } finally {
    fault.mockRestore();
  }
  expect(closed).toHaveBeenCalledOnce();
});

test('a packet of who has used up its time is dropped before it is read', async () => {
  const inside = vi.spyOn(HandshakeRepeats.prototype, 'classify');
  const undone = { run: () => undefined };
  transport = new WeriftTransport(new PacketRouter(), await createDtlsCertificate(), [], undone);
  transport.handlePacket(Buffer.alloc(20, 22));
  expect(inside).not.toHaveBeenCalled();
  inside.mockRestore();
});
