import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { rateLimited } from '../../domain/errors.ts';
import { RATE_WINDOW_SECONDS, type RequestRates } from '../../domain/request-rates.ts';
import type { RateLimits } from '../api-app.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts the request and sets the rate limit headers of the answer. @throws DomainError `rate_limited` */
    consumeRate(name: keyof RateLimits, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

export const DEFAULT_RATE_LIMITS: RateLimits = { organization: 3000, user: 120, address: 600, attempts: 600 };

/**
 * Limits requests a minute: of each organization, of each end user, of each address with a signed address or the admin
 * token, and of each address without a valid credential (see `authentication`). `RateLimit` and `RateLimit-Policy` as
 * in draft-ietf-httpapi-ratelimit-headers-09. Public routes are not limited.
 */
export const rateLimits = fastifyPlugin(
  async (app: FastifyInstance, options: { limits: Partial<RateLimits> | undefined; rates: RequestRates }) => {
    const limits = { ...DEFAULT_RATE_LIMITS, ...options.limits };
    const keyOf: Record<keyof RateLimits, (request: FastifyRequest) => string> = {
      organization: (request) => request.organization.id,
      user: (request) => JSON.stringify(request.grant),
      address: (request) => request.ip,
      attempts: (request) => request.ip,
    };

    app.decorate('consumeRate', async (name, request, reply) => {
      const limit = limits[name];
      const { hits, resetSeconds } = await options.rates.count(`${name} ${keyOf[name](request)}`, limit);
      reply.header('ratelimit-policy', `"${name}";q=${limit};w=${RATE_WINDOW_SECONDS}`);
      reply.header('ratelimit', `"${name}";r=${Math.max(0, limit - hits)};t=${resetSeconds}`);
      if (hits > limit) throw rateLimited(resetSeconds);
    });
  },
);
