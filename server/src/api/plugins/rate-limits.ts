import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { rateLimited } from '../../domain/errors.ts';
import type { RateLimits } from '../api-app.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts the request and says so in the headers of the answer. @throws DomainError `rate_limited` */
    consumeRate(name: keyof RateLimits, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

const WINDOW_SECONDS = 60;

export const DEFAULT_RATE_LIMITS: RateLimits = { organization: 3000, user: 120, address: 600 };

/**
 * Counts requests a minute, per organization, per end user, and per address where there is no credential or a wrong
 * one (see `authentication`). `RateLimit` and `RateLimit-Policy` as in draft-ietf-httpapi-ratelimit-headers-09. Counted in this process: with
 * several instances each has its own count. Public routes are free.
 */
export const rateLimits = fastifyPlugin(
  async (app: FastifyInstance, options: { limits: Partial<RateLimits> | undefined }) => {
    const limits = { ...DEFAULT_RATE_LIMITS, ...options.limits };
    await app.register(fastifyRateLimit, { global: false });
    const limiter = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
      app.createRateLimit({ max, timeWindow: WINDOW_SECONDS * 1000, keyGenerator });

    const count: Record<keyof RateLimits, ReturnType<typeof limiter>> = {
      organization: limiter(limits.organization, (request) => request.organization.id),
      user: limiter(limits.user, (request) => JSON.stringify(request.grant)),
      address: limiter(limits.address, (request) => request.ip),
    };

    app.decorate('consumeRate', async (name, request, reply) => {
      const state = await count[name](request);
      if (state.isAllowed) return;
      reply.header('ratelimit-policy', `"${name}";q=${state.max};w=${WINDOW_SECONDS}`);
      reply.header('ratelimit', `"${name}";r=${Math.max(0, state.remaining)};t=${state.ttlInSeconds}`);
      if (state.isExceeded) throw rateLimited(state.ttlInSeconds);
    });
  },
);
