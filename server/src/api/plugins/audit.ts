import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AuditLog } from '../../domain/audit/audit-log.ts';
import { plainAddress } from '../../lib/address-block.ts';

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Writes audit entries before the response is sent: for every change with the admin token, every deletion with an API
 * key or by a member, and routes with `config.audited`. Refused and replayed requests changed nothing and get no entry.
 */
export const audit = fastifyPlugin(async (app: FastifyInstance, { auditLog }: { auditLog: AuditLog }) => {
  async function write(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (reply.statusCode >= 300 || reply.hasHeader('idempotent-replayed')) return payload;
    const { config, schema } = request.routeOptions;
    const isAdmin = config.access === 'admin';
    const member = request.signedIn?.member;
    const { id, identity, name, provider } = (request.params ?? {}) as Record<
      'id' | 'identity' | 'name' | 'provider',
      string | undefined
    >;
    const responseIds = readResponseIds(payload);
    // An erasure is recorded under its receipt's id, never the user's; the receipt itself is not stored.
    const objectId =
      identity === undefined
        ? ((request.method === 'POST' ? responseIds.id : undefined) ?? id ?? name ?? provider)
        : responseIds.id;
    await auditLog.add({
      organizationId: isAdmin
        ? (responseIds.organizationId ?? id ?? responseIds.id ?? null)
        : request.organization.id,
      actor: isAdmin ? 'admin_token' : member ? 'member' : 'api_key',
      apiKeyId: isAdmin ? null : (request.apiKeyId ?? null),
      memberId: member?.id ?? null,
      memberName: member?.name ?? null,
      action:
        (schema as { operationId?: string }).operationId ?? `${request.method} ${request.routeOptions.url}`,
      objectId: objectId ?? null,
      details: isAdmin || config.audited === true ? detailsOf(request.body, schema?.body) : null,
      requestId: request.id,
      address: plainAddress(request.ip) ?? 'unknown',
    });
    return payload;
  }

  // Routes that are never audited get no hook, which would cost time.
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    const { access, audited } = route.config ?? {};
    const isAdministrative =
      (access === 'admin' && methods.some((method) => CHANGES.includes(method))) ||
      (access === 'api_key' && methods.includes('DELETE'));
    if (isAdministrative || audited) route.onSend = [route.onSend ?? [], write].flat();
  });
});

function readResponseIds(payload: unknown): { id?: string; organizationId?: string } {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return {};
  const { id, organizationId } = JSON.parse(payload) as Record<string, unknown>;
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof organizationId === 'string' && { organizationId }),
  };
}

/**
 * Returns the values of a request body that the operation takes. Others are accepted but ignored (read-only ones, and all
 * if no body is expected): they change nothing and may contain anything. `null` resets a setting; it is recorded as
 * `default`, because responses contain no `null`.
 */
function detailsOf(body: unknown, schema: unknown): Record<string, unknown> | null {
  if (typeof body !== 'object' || body === null) return null;
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { readOnly?: boolean }> };
  const accepted = Object.entries(body).filter(
    ([name]) => Object.hasOwn(properties, name) && !properties[name]?.readOnly,
  );
  if (accepted.length === 0) return null;
  return JSON.parse(
    JSON.stringify(Object.fromEntries(accepted), (_key, value: unknown) =>
      value === null ? 'default' : value,
    ),
  );
}
