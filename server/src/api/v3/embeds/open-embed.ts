import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Embed } from '../../../domain/embeds/embeds.ts';
import { rateLimited } from '../../../domain/errors.ts';
import type { Organization } from '../../../domain/organizations/organization.ts';
import type { Services } from '../../../domain/services.ts';

/** What browsers send of the page by themselves. */
export const PageHeaders = Type.Object({
  origin: Type.Optional(
    Type.String({ description: 'Of the page, by its browser: one of the `allowedOrigins` of the embed.' }),
  ),
});

/**
 * The embed of the request, for the origin of the page. Counted by client address, so that a flood from one address
 * uses neither the organization's rate limit nor that of other visitors.
 * @param perMinute of one address and one embed
 * @throws DomainError `rate_limited`, and what `open` throws
 */
export async function openEmbed(
  services: Services,
  request: FastifyRequest<{ Params: { id: string } }>,
  what: string,
  perMinute: number,
): Promise<{ embed: Embed; organization: Organization }> {
  const { id } = request.params;
  const bucket = `embed ${what} ${id.slice(0, 100)} ${request.ip}`;
  const { hits, resetSeconds } = await services.requestRates.count(bucket, perMinute);
  if (hits > perMinute) throw rateLimited(resetSeconds);
  return services.embeds.open(id, request.headers.origin, new URL(request.links.baseUrl).origin);
}
