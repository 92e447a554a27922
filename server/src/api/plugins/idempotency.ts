import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { invalid, rateLimited, renameErrorFields } from '../../domain/errors.ts';
import { type Idempotency, idempotencyScope, RENEW_MS, type ReservedKey } from '../../domain/idempotency.ts';
import { RateGate } from '../../lib/rate-gate.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { repeat } from '../../lib/repeat.ts';
import { ownerOf } from '../request-owner.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
const HEADER = 'header.idempotency-key';
const SWEEP_MS = 600_000;

/** Larger responses are not stored; only texts of hundreds of thousands of characters cause them. */
const MAX_STORED_BYTES = 512 * 1024;
/** Bytes counted per key, in addition to its response. */
const KEY_BYTES = 1024;
/**
 * Maximum bytes of responses that one owner may have stored within these seconds, after which stored responses are
 * deleted. Counted per process, since its start.
 */
const STORAGE_LIMIT = { bytes: 512 * 1024 * 1024, seconds: 24 * 3600 };
const MAX_OWNERS = 10_000;

/**
 * Supports `Idempotency-Key` on every POST: a repeated request gets the first response, with `Idempotent-Replayed:
 * true`, and does nothing else.
 */
export const idempotency = fastifyPlugin(
  async (
    app: FastifyInstance,
    options: { idempotency: Idempotency; storageLimit?: typeof STORAGE_LIMIT },
  ) => {
    const keys = options.idempotency;
    const { bytes: maxBytes, seconds } = options.storageLimit ?? STORAGE_LIMIT;
    const gate = () => new RateGate(maxBytes / seconds, maxBytes);
    const gates = new RecentMap<string, RateGate>(MAX_OWNERS, gate);
    const reservedKeys = new Map<FastifyRequest, ReservedKey>();

    async function reserveKey(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const key = request.headers['idempotency-key'];
      const scope = key !== undefined ? scopeOf(request) : undefined;
      if (scope === undefined) return;
      if (typeof key !== 'string' || !KEY.test(key)) {
        throw invalid(HEADER, 'must be 1 to 255 visible ASCII characters');
      }
      const { left, waitMs } = gates.get(ownerOf(request));
      if (left < 1) {
        throw rateLimited(
          Math.ceil(waitMs / 1000),
          'Too many responses are stored for `Idempotency-Key`s; try again later.',
        );
      }
      const requestText = `${request.method} ${request.url}\n${JSON.stringify(request.body)}`;
      const first = await renameErrorFields(
        () => HEADER,
        () => keys.reserve(scope, key, requestText),
      );
      if (!first) {
        reservedKeys.set(request, { scope, key });
        return;
      }
      return reply
        .code(first.status)
        .header('idempotent-replayed', 'true')
        .type(first.contentType)
        .serializer((body: unknown) => String(body))
        .send(first.body);
    }

    async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
      const reservedKey = reservedKeys.get(request);
      if (!reservedKey) return payload;
      reservedKeys.delete(request);
      const status = reply.statusCode;
      const body = payload instanceof Readable ? await text(payload) : payload;
      if (status >= 500 || status === 429 || typeof body !== 'string') {
        await keys.release(reservedKey.scope, reservedKey.key);
      } else {
        const contentType = String(reply.getHeader('content-type'));
        const bytes = Buffer.byteLength(body);
        const isStored = bytes <= MAX_STORED_BYTES;
        gates.get(ownerOf(request)).charge(isStored ? KEY_BYTES + bytes : KEY_BYTES);
        // The request has been carried out. If its response could not be stored, a repeated request gets 409 for a
        // minute, as if it were still in flight.
        await keys
          .complete(reservedKey.scope, reservedKey.key, { status, contentType, body: isStored ? body : null })
          .catch((err: unknown) =>
            request.log.warn(
              { event: 'idempotency.answer_not_stored', err },
              'the service could not store the response to a request with an Idempotency-Key',
            ),
          );
      }
      return body;
    }

    // Routes that only read get no hook, which would cost time.
    app.addHook('onRoute', (route) => {
      if (![route.method].flat().includes('POST')) return;
      // After validation: an invalid request reserves no key.
      route.preHandler = [route.preHandler ?? [], reserveKey].flat();
      route.onSend = [route.onSend ?? [], onSend].flat();
    });

    const sweeps = [
      repeat(() => keys.deleteExpired(), {
        everyMs: SWEEP_MS,
        onFailure: (err) =>
          app.log.warn(
            { event: 'idempotency.keys_not_deleted', err },
            'the service could not delete expired idempotency keys',
          ),
      }),
      repeat(async () => reservedKeys.size > 0 && keys.renew([...reservedKeys.values()]), {
        everyMs: RENEW_MS,
        onFailure: (err) =>
          app.log.warn(
            { event: 'idempotency.renewal_failed', err },
            'the service could not extend the idempotency keys of requests in flight',
          ),
      }),
    ];
    app.addHook('onClose', async () => {
      await Promise.all(sweeps.map((each) => each.stop()));
    });
  },
);

/** Returns the scope of a request's key. Keys of client tokens never collide with those of their organization. */
function scopeOf(request: FastifyRequest): string | undefined {
  switch (request.routeOptions.config.access) {
    case 'api_key':
    case 'client_token':
    case 'api_key_or_client_token':
      return idempotencyScope(request.organization.id, request.grantIfAny);
    case 'admin':
      return 'admin';
    default:
      return undefined;
  }
}
