import { expect, test } from 'vitest';
import { parseMessage } from 'werift';
import { seededRandom } from '../../lib/seeded-random.ts';
import { buildBindingResponse, buildRoleConflict, parseBindingRequest, verifyIntegrity } from './stun.ts';

/** RFC 5769 §2.1; password VOkJxbRl1RmTxUk/WvJxBt, user name evtj:h6vY. */
const sample = Buffer.from(
  `000100582112a442b7e7a701bc34d686fa87dfae
   802200105354554e207465737420636c69656e74
   002400046e0001ff80290008932ff9b151263b36
   000600096576746a3a68367659202020
   000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004e57a3bcf`.replace(/\s/g, ''),
  'hex',
);
const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt';

test("the standard's sample request is read and verified", () => {
  const request = parseBindingRequest(sample)!;
  expect(request.localFragment).toBe('evtj');
  expect(request.claimsControlled).toBe(true);
  expect(request.useCandidate).toBe(false);
  expect(verifyIntegrity(request, PASSWORD)).toBe(true);
  expect(verifyIntegrity(request, `${PASSWORD}x`)).toBe(false);
});

test('a changed byte breaks the signature or the message', () => {
  for (let at = 0; at < sample.length - 8; at++) {
    const changed = Buffer.from(sample);
    changed[at] = changed[at]! ^ 0x55;
    const request = parseBindingRequest(changed);
    expect(request !== undefined && verifyIntegrity(request, PASSWORD), `byte ${at}`).toBe(false);
  }
});

test.each([
  ['192.0.2.1', 32_853],
  ['2001:db8::1234:5678', 443],
  ['::1', 1],
  ['2001:db8:1:2:3:4:5:6', 65_535],
])('another implementation reads our response for %s', (address, port) => {
  const response = buildBindingResponse(parseBindingRequest(sample)!, PASSWORD, address, port);
  const message = parseMessage(response, Buffer.from(PASSWORD));
  const [host, mappedPort] = message!.getAttributeValue('XOR-MAPPED-ADDRESS') as [string, number];
  const expand = (text: string) =>
    new URL(text.includes(':') ? `http://[${text}]` : `http://${text}`).hostname;
  expect([expand(host), mappedPort]).toEqual([expand(address), port]);
});

test('the role conflict carries code 487', () => {
  const message = parseMessage(
    buildRoleConflict(parseBindingRequest(sample)!, PASSWORD),
    Buffer.from(PASSWORD),
  );
  expect((message!.getAttributeValue('ERROR-CODE') as [number, string])[0]).toBe(487);
});

test('garbage is ignored', () => {
  const random = seededRandom(6);
  for (let round = 0; round < 500; round++) {
    const packet = Buffer.from(Array.from({ length: round % 120 }, () => 256 * random()));
    if (packet.length > 20) sample.copy(packet, 0, 0, 1 + (round % 20));
    expect(() => parseBindingRequest(packet)).not.toThrow();
  }
});
