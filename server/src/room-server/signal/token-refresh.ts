import type { Participant } from '../room/participant.ts';
import { grantOf } from '../room/permissions.ts';
import type { Tokens } from '../tokens.ts';

export type TokenSource = Pick<Tokens, 'renew'>;

const refreshMs = 5 * 60_000;
const kindNames = ['standard', 'ingress', 'egress', 'sip', 'agent'];

/** Hands a connected client a fresh token now and then, so that it can reconnect after its first has expired. */
export function startTokenRefresh(tokens: TokenSource, room: string, participant: Participant): () => void {
  const timer = setInterval(() => {
    const { identity, name, metadata, attributes, permission, kind } = participant;
    tokens
      .renew({
        identity,
        name,
        metadata,
        attributes,
        grant: grantOf(permission, room),
        kind: kindNames[kind],
      })
      .then((token) => participant.send({ case: 'refreshToken', value: token }))
      .catch(() => undefined);
  }, refreshMs);
  timer.unref();
  return () => clearInterval(timer);
}
