import { createHmac } from 'node:crypto';
import { PacketRouter } from '@visavis/server/dist/room-server/transport/packet-router.js';
import { parseBindingRequest } from '@visavis/server/dist/room-server/transport/stun.js';
import { type FuzzTarget, hex } from '../fuzz-target.ts';

const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt';
const USERNAME = '0006 0009 6576746a3a68367659 202020';
const INTEGRITY = `0008 0014 ${'00'.repeat(20)}`;
const FINGERPRINT = '8028 0004 e57a3bcf';

function check(...attributes: string[]): Buffer {
  const body = hex(attributes.join(''));
  const head = hex('0001 0000 2112a442 b7e7a701bc34d686fa87dfae');
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** Signs a request as a peer that knows the password. */
function sign(packet: Buffer): void {
  const request = parseBindingRequest(packet);
  if (!request) return;
  const signed = Buffer.from(packet.subarray(0, request.integrityOffset));
  signed.writeUInt16BE(request.integrityOffset + 4, 2);
  createHmac('sha1', PASSWORD)
    .update(signed)
    .digest()
    .copy(packet, request.integrityOffset + 4);
}

export const target: FuzzTarget = {
  about: 'datagrams to the media port: connectivity checks (STUN), and from whom media is taken',
  covers: ['/transport/stun.js', '/transport/packet-router.js'],
  seeds: [
    check('0024 0004 6e0001ff 802a 0008 932ff9b151263b36', USERNAME, INTEGRITY),
    check('8029 0008 932ff9b151263b36', USERNAME, INTEGRITY),
    check('0025 0000', USERNAME, INTEGRITY, FINGERPRINT),
    Buffer.concat([check('0025 0000', USERNAME, INTEGRITY), hex('16fefd')]),
  ],
  read(input) {
    sign(input);
    const router = new PacketRouter();
    const send = () => undefined;
    router.register('evtj', { passwordOf: () => PASSWORD, handleCheck: send, handlePacket: send });
    for (const address of ['192.0.2.1', '2001:db8::1%eth0'])
      router.route(address, input, () => ({ key: address, address, port: 4000, send }));
    return router;
  },
};
