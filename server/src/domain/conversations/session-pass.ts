import { forbidden } from '../errors.ts';
import type { ClientGrant } from '../organizations/client-tokens.ts';

/** The parts of a request that a client token may be bound to. */
export interface PassRequest {
  user: string;
  avatarId: string | null | undefined;
  client: string | null | undefined;
}

/**
 * The client that a session started with this grant belongs to. @throws DomainError `forbidden` when the request
 * exceeds the token's grant
 */
export function checkGrant(grant: ClientGrant, request: PassRequest): string | null {
  if (grant.embed !== null) {
    throw forbidden('The token of an embed starts no sessions; the embed itself does.');
  }
  if (request.user !== grant.user) {
    throw forbidden(
      (nameOf) => `${nameOf('consumer.identity')} must be the user that the client token is bound to.`,
    );
  }
  if (grant.character !== null && request.avatarId !== grant.character) {
    throw forbidden((nameOf) => `${nameOf('persona')} must be the avatar that the client token is bound to.`);
  }
  const client = request.client ?? null;
  if (grant.client !== null && client !== null && client !== grant.client) {
    throw forbidden('client must be the client that the token is bound to.');
  }
  return grant.client ?? client;
}
