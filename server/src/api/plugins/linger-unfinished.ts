import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Fastify closes the connection of a body that it refuses at once; `boundBody` (`unfinished-bodies.ts`) gives it its moment
 * instead. To be called before a refusal is sent.
 */
export function lingerUnfinished({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !reply.hasHeader('connection')) return;
  reply.removeHeader('connection');
  raw.resume();
}
