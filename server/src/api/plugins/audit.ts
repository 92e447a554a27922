import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AuditLog } from '../../domain/audit/audit-log.ts';

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Writes down what was done, before it is answered: every change by the admin token, every deletion by an API key, and what
 * routes ask for by `config.audited`. What was refused, or replayed, changed nothing.
 */
export const audit = fastifyPlugin(async (app: FastifyInstance, { auditLog }: { auditLog: AuditLog }) => {
  async function write(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (reply.statusCode >= 300 || reply.hasHeader('idempotent-replayed')) return payload;
    const { config, schema } = request.routeOptions;
    const isAdmin = config.access === 'admin';
    const { id, identity, name } = (request.params ?? {}) as Record<
      'id' | 'identity' | 'name',
      string | undefined
    >;
    const answered = answerOf(payload);
    // A user is named by the receipt, which is not kept.
    const objectId =
      identity === undefined
        ? ((request.method === 'POST' ? answered.id : undefined) ?? id ?? name)
        : answered.id;
    await auditLog.add({
      organizationId: isAdmin
        ? (answered.organizationId ?? id ?? answered.id ?? null)
        : request.organization.id,
      actor: isAdmin ? 'admin_token' : 'api_key',
      apiKeyId: isAdmin ? null : (request.apiKeyId ?? null),
      action:
        (schema as { operationId?: string }).operationId ?? `${request.method} ${request.routeOptions.url}`,
      objectId: objectId ?? null,
      details: isAdmin || config.audited ? detailsOf(request.body) : null,
      requestId: request.id,
      address: request.ip,
    });
    return payload;
  }

  // What only reads, and what changes daily work, pays for no hook.
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    const { access, audited } = route.config ?? {};
    const isAdministrative =
      (access === 'admin' && methods.some((method) => CHANGES.includes(method))) ||
      (access === 'api_key' && methods.includes('DELETE'));
    if (isAdministrative || audited) route.onSend = [route.onSend ?? [], write].flat();
  });
});

/** Ids of what was answered. */
function answerOf(payload: unknown): { id?: string; organizationId?: string } {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return {};
  const { id, organizationId } = JSON.parse(payload) as Record<string, unknown>;
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof organizationId === 'string' && { organizationId }),
  };
}

/** What was sent. Answers hold no `null`: it puts a setting back to what the service says, and is told so. */
function detailsOf(body: unknown): Record<string, unknown> | null {
  if (typeof body !== 'object' || body === null) return null;
  return JSON.parse(JSON.stringify(body, (_key, value: unknown) => (value === null ? 'default' : value)));
}
