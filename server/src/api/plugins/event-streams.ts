import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { DomainError } from '../../domain/errors.ts';
import type { EventStreamLimits } from '../api-app.ts';

/** A server-sent event; clients send `id` back as `Last-Event-ID`. */
export interface StreamedEvent {
  id: number;
  event: string;
  data: object;
}

export interface EventStream {
  /** Fires when the reader has disconnected or the service stops. */
  signal: AbortSignal;
  /** Sends the events until the source ends. */
  send(events: AsyncIterable<StreamedEvent[]>): FastifyReply;
  /** Releases the slot without having sent anything. */
  discard(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Reserves one of the organization's slots. @throws DomainError `rate_limited` when all are in use */
    openEventStream(organizationId: string, reply: FastifyReply): EventStream;
    /** Ends all streams, so that the service can close; readers reconnect with `Last-Event-ID`. */
    endEventStreams(): void;
  }
}

export const DEFAULT_EVENT_STREAM_LIMITS: EventStreamLimits = {
  perOrganization: 100,
  heartbeatMs: 15_000,
  stallMs: 30_000,
};
/** How long a reader waits before it reconnects. */
const RETRY_MS = 2_000;

export const eventStreams = fastifyPlugin(
  async (app: FastifyInstance, options: { limits: Partial<EventStreamLimits> | undefined }) => {
    const limits = { ...DEFAULT_EVENT_STREAM_LIMITS, ...options.limits };
    const open = new Map<string, number>();
    const endings = new Set<AbortController>();

    app.decorate('openEventStream', (organizationId: string, reply: FastifyReply): EventStream => {
      const taken = open.get(organizationId) ?? 0;
      if (taken >= limits.perOrganization) {
        const detail = `The organization already follows ${taken} conversations, as many as it may at the same time.`;
        throw new DomainError('rate_limited', detail, { retryAfterSeconds: 2 });
      }
      open.set(organizationId, taken + 1);
      const ending = new AbortController();
      endings.add(ending);
      let given = false;
      const discard = () => {
        if (given) return;
        given = true;
        endings.delete(ending);
        const left = open.get(organizationId)! - 1;
        if (left > 0) open.set(organizationId, left);
        else open.delete(organizationId);
        ending.abort();
      };
      return {
        signal: ending.signal,
        discard,
        send(events) {
          const output = new PassThrough();
          // Also when the reader disconnects: Fastify destroys the stream together with the connection.
          output.once('close', discard);
          output.on('error', () => undefined);
          void writeEvents(output, events, ending, limits)
            .then((dropped) => {
              if (dropped)
                reply.log.warn({ organizationId }, 'a reader of events was too slow and was dropped');
            })
            .catch((err: unknown) => {
              reply.log.error({ err }, 'a stream of events broke off');
              output.destroy();
            })
            .finally(discard);
          return (
            reply
              .type('text/event-stream; charset=utf-8')
              .header('cache-control', 'no-store')
              // The connection is not reused: kept alive it would delay the shutdown of the service.
              .header('connection', 'close')
              // Prevents nginx and similar proxies from buffering events.
              .header('x-accel-buffering', 'no')
              .send(output)
          );
        },
      };
    });

    app.decorate('endEventStreams', () => {
      for (const ending of endings) ending.abort();
    });
  },
);

/** Ends `output` after the last event. True: the reader read nothing for too long and was disconnected. */
async function writeEvents(
  output: PassThrough,
  events: AsyncIterable<StreamedEvent[]>,
  ending: AbortController,
  { heartbeatMs, stallMs }: EventStreamLimits,
): Promise<boolean> {
  output.write(`retry: ${RETRY_MS}\n\n`);
  const heartbeat = setInterval(() => {
    // Nothing more is buffered for a reader that does not read.
    if (!output.writableNeedDrain && !output.writableEnded) output.write(':\n\n');
  }, heartbeatMs);
  let isDropped = false;
  try {
    reading: for await (const batch of events) {
      for (const { id, event, data } of batch) {
        if (ending.signal.aborted) break reading;
        if (output.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) continue;
        if (await isDrained(output, ending.signal, stallMs)) continue;
        isDropped = !ending.signal.aborted;
        break reading;
      }
    }
    if (isDropped) await drop(output, stallMs);
    else output.end();
    return isDropped;
  } finally {
    clearInterval(heartbeat);
  }
}

async function isDrained(output: PassThrough, ended: AbortSignal, stallMs: number): Promise<boolean> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(stallMs)]);
  return once(output, 'drain', { signal }).then(
    () => true,
    () => false,
  );
}

/** The reason is sent as the last event, for a reader that resumes reading; then the connection is cut. */
async function drop(output: PassThrough, stallMs: number): Promise<void> {
  const data = JSON.stringify({ reason: 'slow_reader', message: 'Events were not read in time.' });
  output.end(`event: dropped\ndata: ${data}\n\n`);
  await once(output, 'close', { signal: AbortSignal.timeout(stallMs) }).catch(() => undefined);
  output.destroy();
}
