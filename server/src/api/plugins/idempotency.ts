import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { invalid, namingFields } from '../../domain/errors.ts';
import type { Idempotency } from '../../domain/idempotency.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
const HEADER = 'header.idempotency-key';
const SWEEP_MS = 600_000;

/** `Idempotency-Key` on every POST: the same request again gets the first answer, `Idempotent-Replayed: true`. */
export const idempotency = fastifyPlugin(
  async (app: FastifyInstance, options: { idempotency: Idempotency }) => {
    const keys = options.idempotency;
    const begun = new WeakMap<FastifyRequest, { scope: string; key: string }>();

    async function begin(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const key = request.headers['idempotency-key'];
      const scope = key !== undefined ? scopeOf(request) : undefined;
      if (scope === undefined) return;
      if (typeof key !== 'string' || !KEY.test(key)) {
        throw invalid(HEADER, 'must be 1 to 255 visible ASCII characters');
      }
      const asked = `${request.method} ${request.url}\n${JSON.stringify(request.body)}`;
      const first = await namingFields(
        () => HEADER,
        () => keys.begin(scope, key, asked),
      );
      if (!first) {
        begun.set(request, { scope, key });
        return;
      }
      return reply
        .code(first.status)
        .header('idempotent-replayed', 'true')
        .type(first.contentType)
        .serializer((body: unknown) => String(body))
        .send(first.body);
    }

    async function end(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
      const taken = begun.get(request);
      if (!taken) return payload;
      const status = reply.statusCode;
      if (status >= 500 || status === 429 || typeof payload !== 'string') {
        await keys.abandon(taken.scope, taken.key);
      } else {
        const contentType = String(reply.getHeader('content-type'));
        // The request has been carried out. A repetition without a stored answer gets 409 for a minute, as while it is
        // in flight.
        await keys
          .complete(taken.scope, taken.key, { status, contentType, body: payload })
          .catch((err: unknown) =>
            request.log.warn({ err }, 'an answer could not be stored for a repeated request'),
          );
      }
      return payload;
    }

    // Routes that only read get no hook, which would cost time.
    app.addHook('onRoute', (route) => {
      if (![route.method].flat().includes('POST')) return;
      // After validation: an invalid request reserves no key.
      route.preHandler = [route.preHandler ?? [], begin].flat();
      route.onSend = [route.onSend ?? [], end].flat();
    });

    const sweep = () =>
      keys.forgetExpired().catch((err: unknown) => {
        app.log.warn({ err }, 'expired idempotency keys could not be deleted');
      });
    const timer = setInterval(() => void sweep(), SWEEP_MS).unref();
    app.addHook('onClose', async () => clearInterval(timer));
  },
);

/** Keys are scoped to the credential's owner: a browser's keys never collide with those of its organization. */
function scopeOf(request: FastifyRequest): string | undefined {
  switch (request.routeOptions.config.access) {
    case 'api_key':
      return request.organization.id;
    case 'client_token':
      return `${request.organization.id}/${JSON.stringify(request.grant)}`;
    case 'admin':
      return 'admin';
    default:
      return undefined;
  }
}
