import { readCallerRoom } from '@visavis/server/dist/domain/conversations/caller-room.js';
import { DomainError } from '@visavis/server/dist/domain/errors.js';
import type { FuzzTarget } from '../fuzz-target.ts';

const claims = (more: object) =>
  JSON.stringify({ sub: 'avatar', exp: 4e9, video: { roomJoin: true, room: 'r' }, kind: 'agent', ...more });

export const target: FuzzTarget = {
  about: "the token for an avatar in a caller's own room: its claims",
  covers: ['/conversations/caller-room.js', '/jose/dist/'],
  seeds: [
    claims({}),
    claims({ attributes: { 'lk.publish_on_behalf': 'agent' }, nbf: 1 }),
    claims({ kind: 'x', sub: 'agent' }),
  ],
  tokens: 'null [] {} true false "video": "attributes": "exp": "nbf": "sub": .',
  declares: [DomainError],
  read(input) {
    const payload = input[0] === 0x7b ? `e30.${input.toString('base64url')}.AAAA` : input.toString();
    return readCallerRoom({ serverUrl: 'wss://example.com', accessToken: payload }, 'agent', new Date(1e12));
  },
};
