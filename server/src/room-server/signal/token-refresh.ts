import type { Participant } from '../room/participant.ts';
import { grantOf } from '../room/permissions.ts';
import type { Tokens } from '../tokens.ts';

export type TokenSource = Pick<Tokens, 'renew'>;

const REFRESH_MS = 5 * 60_000;
const kindNames = ['standard', 'ingress', 'egress', 'sip', 'agent'];

/**
 * Hands a connected client a fresh token: at once, because its first may end soon, every few minutes, and when what it
 * says has changed. With it the client can come back after its first has expired.
 * @returns what ends it.
 */
export function startTokenRefresh(tokens: TokenSource, participant: Participant): () => void {
  const renew = async () => {
    const { identity, description, permission, kind } = participant;
    const grant = grantOf(permission, participant.grant);
    const value = await tokens.renew({
      identity,
      ...description,
      grant,
      kind: kindNames[kind],
    });
    participant.send({ case: 'refreshToken', value });
  };
  const refresh = () => void renew().catch(() => undefined);
  refresh();
  participant.handleClaimsChange = refresh;
  const timer = setInterval(refresh, REFRESH_MS);
  timer.unref();
  return () => clearInterval(timer);
}
