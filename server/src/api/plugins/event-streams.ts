import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ErrorCode } from '@visavis/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { DomainError } from '../../domain/errors.ts';
import { Slots } from '../../lib/slots.ts';
import type { EventStreamLimits } from '../api-app.ts';

/** A server-sent event; clients send `id` back as `Last-Event-ID`. */
export interface StreamedEvent {
  id: number;
  event: string;
  data: object;
}

export interface EventStream {
  /** Fires when the reader has disconnected or lost access, or when the service stops. */
  signal: AbortSignal;
  /** Sends the events until the source ends. */
  send(events: AsyncIterable<StreamedEvent[]>): FastifyReply;
  /** Releases the slot without having sent anything. */
  discard(): void;
}

export interface EventReader {
  organizationId: string;
  /** Absent if the organization itself (with an API key) or a member reads. */
  endUser?: { user: string; address: string };
  /** The id of the reading member. */
  member?: string;
  /** Authenticates the reader again. @throws DomainError if it may no longer read */
  authenticate(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Reserves a slot: for an API key, one of the organization; for a member, one of all members and one of their own;
     * for an end user, one shared by all end users of the organization, one of that user and one of that address. So
     * nobody takes the slots of others. @throws DomainError `rate_limited` if all are in use
     */
    openEventStream(reader: EventReader, reply: FastifyReply): EventStream;
    /** Ends those streams of the organization whose readers have lost access; other processes notice by themselves. */
    recheckEventStreams(organizationId: string): void;
    /** Ends all streams, so that the service can close; readers reconnect with `Last-Event-ID`. */
    endEventStreams(): void;
  }
}

const DEFAULT_EVENT_STREAM_LIMITS: EventStreamLimits = {
  perOrganization: 100,
  perAddress: 20,
  perUser: 5,
  perMember: 10,
  heartbeatMs: 15_000,
  stallMs: 30_000,
  recheckMs: 30_000,
};
/** How long a reader should wait before it reconnects. */
const RETRY_MS = 2_000;
/** Error codes that mean that a reader may no longer read. */
const REFUSALS: readonly ErrorCode[] = ['unauthenticated', 'forbidden'];

export const eventStreams = fastifyPlugin(
  async (app: FastifyInstance, options: { limits: Partial<EventStreamLimits> | undefined }) => {
    const limits = { ...DEFAULT_EVENT_STREAM_LIMITS, ...options.limits };
    const slots = new Slots(0);
    const open = new Map<AbortController, EventReader>();

    const recheck = (ending: AbortController, reader: EventReader) =>
      reader.authenticate().catch((error: unknown) => {
        // If the check itself fails, the stream continues.
        const isRefused = error instanceof DomainError && REFUSALS.includes(error.code);
        if (isRefused) ending.abort();
      });

    function slotsOf({ organizationId, endUser, member }: EventReader): [key: string, maxStreams: number][] {
      if (endUser)
        return [
          [`the end users of an organization: ${organizationId}`, limits.perOrganization],
          [`an end user: ${organizationId} ${endUser.user}`, limits.perUser],
          [`an address: ${organizationId} ${endUser.address}`, limits.perAddress],
        ];
      if (member === undefined)
        return [[`the API keys of an organization: ${organizationId}`, limits.perOrganization]];
      return [
        [`the members of an organization: ${organizationId}`, limits.perOrganization],
        [`a member: ${member}`, limits.perMember],
      ];
    }

    /** Reserves the slots of a reader. @returns a function that releases them */
    function takeSlots(reader: EventReader): () => void {
      const slotsWanted = slotsOf(reader);
      const slotsTaken: string[] = [];
      const release = () => {
        for (const key of slotsTaken) slots.release(key);
      };
      for (const [key, maxStreams] of slotsWanted) {
        if (!slots.take(key, maxStreams)) {
          release();
          const detail = `The limit of ${maxStreams} event streams for ${key.split(':', 1)[0]} is reached: close one first.`;
          throw new DomainError('rate_limited', detail, { retryAfterSeconds: 2 });
        }
        slotsTaken.push(key);
      }
      return release;
    }

    app.decorate('openEventStream', (reader: EventReader, reply: FastifyReply): EventStream => {
      const release = takeSlots(reader);
      const ending = new AbortController();
      open.set(ending, reader);
      const rechecks = setInterval(() => void recheck(ending, reader), limits.recheckMs);
      const discard = () => {
        if (!open.delete(ending)) return;
        clearInterval(rechecks);
        release();
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
                reply.log.warn(
                  { event: 'event_stream.reader_too_slow', organizationId: reader.organizationId },
                  'the service closed an event stream because its reader was too slow',
                );
            })
            .catch((err: unknown) => {
              reply.log.error({ event: 'event_stream.failed', err }, 'an event stream failed');
              output.destroy();
            })
            .finally(discard);
          return (
            reply
              .type('text/event-stream; charset=utf-8')
              .header('cache-control', 'no-store')
              // The connection is not reused: a kept-alive connection would delay the shutdown of the service.
              .header('connection', 'close')
              // Prevents nginx and similar proxies from buffering events.
              .header('x-accel-buffering', 'no')
              .send(output)
          );
        },
      };
    });

    app.decorate('recheckEventStreams', (organizationId: string) => {
      for (const [ending, reader] of open)
        if (reader.organizationId === organizationId) void recheck(ending, reader);
    });
    app.decorate('endEventStreams', () => {
      for (const ending of open.keys()) ending.abort();
    });
  },
);

/** Ends `output` after the last event. Returns true if the reader was too slow and was disconnected. */
async function writeEvents(
  output: PassThrough,
  events: AsyncIterable<StreamedEvent[]>,
  ending: AbortController,
  { heartbeatMs, stallMs }: EventStreamLimits,
): Promise<boolean> {
  output.write(`retry: ${RETRY_MS}\n\n`);
  const heartbeat = setInterval(() => {
    // Buffers nothing more for a reader that does not read.
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

/** Sends the reason as the last event, in case the reader resumes, and then cuts the connection. */
async function drop(output: PassThrough, stallMs: number): Promise<void> {
  const data = JSON.stringify({
    reason: 'slow_reader',
    message: 'The client did not read the events fast enough.',
  });
  output.end(`event: dropped\ndata: ${data}\n\n`);
  await once(output, 'close', { signal: AbortSignal.timeout(stallMs) }).catch(() => undefined);
  output.destroy();
}
