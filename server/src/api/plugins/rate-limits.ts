import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { rateLimited } from '../../domain/errors.ts';
import {
  bucketOfAddress,
  MAX_ATTEMPTS,
  RATE_WINDOW_SECONDS,
  type RequestRates,
} from '../../domain/request-rates.ts';
import type { RateLimits } from '../api-app.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts the request and sets the rate limit headers of the response. @throws DomainError `rate_limited` */
    consumeRate(name: keyof RateLimits, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/** `users` and `members` default to the value of `organization`, and are counted separately from it. */
const DEFAULT_RATE_LIMITS: Omit<RateLimits, 'users' | 'members'> = {
  organization: 3000,
  user: 120,
  member: 600,
  address: 600,
  attempts: MAX_ATTEMPTS,
};

/**
 * Limits requests per minute: of each organization's API keys; of each end user and each member; of all end users and
 * of all members of an organization; of each address with a signed address or the admin token; and of each address
 * without a valid credential (see `authentication`). Sends `RateLimit` and `RateLimit-Policy` as in
 * draft-ietf-httpapi-ratelimit-headers-09. Public routes are not limited.
 */
export const rateLimits = fastifyPlugin(
  async (app: FastifyInstance, options: { limits: Partial<RateLimits> | undefined; rates: RequestRates }) => {
    const configured = { ...DEFAULT_RATE_LIMITS, ...options.limits };
    const { organization } = configured;
    const limits: RateLimits = { users: organization, members: organization, ...configured };
    const bucketOf: Record<keyof RateLimits, (request: FastifyRequest) => string> = {
      organization: (request) => `organization ${request.organization.id}`,
      user: (request) => `user ${JSON.stringify(request.grant)}`,
      users: (request) => `users ${request.organization.id}`,
      member: (request) => `member ${request.signedIn?.member.id}`,
      members: (request) => `members ${request.organization.id}`,
      address: (request) => bucketOfAddress(request.ip, 'requests'),
      attempts: (request) => bucketOfAddress(request.ip, 'attempts'),
    };

    app.decorate('consumeRate', async (name, request, reply) => {
      const limit = limits[name];
      const { hits, resetSeconds } = await options.rates.count(bucketOf[name](request), limit);
      // A response states the first limit that it counts towards, or the one that is exceeded.
      if (hits <= limit && reply.hasHeader('ratelimit')) return;
      reply.header('ratelimit-policy', `"${name}";q=${limit};w=${RATE_WINDOW_SECONDS}`);
      reply.header('ratelimit', `"${name}";r=${Math.max(0, limit - hits)};t=${resetSeconds}`);
      if (hits > limit) throw rateLimited(resetSeconds);
    });
  },
);
