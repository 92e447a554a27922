import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Tokens } from '@visavis/server/dist/room-server/tokens.js';
import type { FuzzTarget } from '../fuzz-target.ts';

const [KEY, SECRET] = ['key', 'a secret of thirty-two characters'];
const HEAD = Buffer.from('{"alg":"HS256"}').toString('base64url');
const tokens = new Tokens(KEY, SECRET, () => 1000);
const claims = (video: object, more: object = {}) =>
  JSON.stringify({
    iss: KEY,
    sub: 'ada',
    exp: 4_000_000_000,
    nbf: 0,
    video: { roomJoin: true, room: 'r', ...video },
    ...more,
  });

/** Signs the input if it is JSON claims; any other input is used as a token. */
function tokenOf(input: Buffer): string {
  if (input[0] !== 0x7b) return input.toString();
  const signed = `${HEAD}.${input.toString('base64url')}`;
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
}

export const target: FuzzTarget = {
  about: 'access tokens of rooms (JWT): forged ones, and odd claims that are honestly signed',
  covers: ['/room-server/tokens.js', '/livekit-server-sdk/', '/@bufbuild/protobuf/', '/jose/dist/'],
  seeds: [
    claims({ canPublishSources: ['camera', 'microphone'] }),
    claims({}, { kind: 'agent', name: 'n', metadata: 'm', attributes: { a: 'b' } }),
    claims({}, { roomConfig: { name: 'r', emptyTimeout: 5, agents: [{ agentName: 'a' }] } }),
    `${HEAD}.e30.AAAA`,
  ],
  tokens: 'null [] {} "video": "roomConfig": "canPublishSources": "exp": true " .',
  declares: [Error, TypeError, SyntaxError],
  read(input) {
    const headers = { authorization: `Bearer ${tokenOf(input)}` };
    return tokens.verify({ headers } as IncomingMessage, new URL('http://localhost/rtc'));
  },
};
