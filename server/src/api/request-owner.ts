import type { FastifyRequest } from 'fastify';
import { addressBlock } from '../lib/address-block.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization that the caller of a public route visits, where it is known without asking the store. */
    visitedOrganization: string | undefined;
  }
}

/** The owner of requests to public routes where it is not known whose embed is visited. */
export const ANYBODY = 'anybody';

/**
 * Returns the name for whom a request is made, where requests share something: the programs of an organization, its end
 * users, its members, those who visit its embeds, the operator, an address, or anybody. On public routes an address is no
 * owner: whoever has many addresses would count as many organizations. To be called after authentication.
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
      return request.visitedOrganization ? `visitors ${request.visitedOrganization}` : ANYBODY;
    default:
      return `address ${addressBlock(request.ip)}`;
  }
}
