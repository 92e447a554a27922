import type { FastifyRequest } from 'fastify';
import { addressBlock } from '../lib/address-block.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization that the caller of a public route visits, if it is known without asking the store. */
    visitedOrganization: string | undefined;
  }
}

/** The owner of requests to public routes if the visited embed is unknown. */
export const ANONYMOUS = 'anybody';

/**
 * Returns the name of the party on whose behalf a request is made, for sharing resources fairly: the programs of an
 * organization, its end users, its members, visitors of its embeds, the operator, an address, or anybody. On public
 * routes an address is no owner: a caller with many would count as many organizations. Call this after authentication.
 */
export function ownerOf(request: FastifyRequest): string {
  switch (request.routeOptions.config.access) {
    case 'api_key':
    case 'client_token':
    case 'api_key_or_client_token': {
      const { id } = request.organization;
      if (request.grantIfAny) return `users ${id}`;
      return request.signedIn ? `members ${id}` : id;
    }
    case 'admin':
    case 'operator':
      return 'operator';
    case 'public':
      return request.visitedOrganization ? `visitors ${request.visitedOrganization}` : ANONYMOUS;
    default:
      return `address ${addressBlock(request.ip)}`;
  }
}
