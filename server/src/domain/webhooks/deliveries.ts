import { setImmediate as nextRound } from 'node:timers/promises';
import type { DeliveryStatus, EventType } from '@visavis/contracts';
import { FairTurns } from '../../lib/fair-turns.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../clock.ts';
import type { ConversationStore } from '../conversations/conversation.ts';
import { conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { PostMessage } from '../messages/post-message.ts';
import { type SigningSecrets, signMessage } from '../messages/sign-message.ts';
import type { PageOf, PageRequest, RowsOf } from '../owned.ts';
import { examplePayload, transcriptPayload } from './make-events.ts';
import type { Webhook, Webhooks } from './webhooks.ts';

export interface DeliveryAttempt {
  /** ISO 8601. */
  at: string;
  durationMs: number;
  status?: number;
  /** A sentence for the owner of the webhook. */
  error?: string;
}

export interface Delivery {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: EventType;
  subjectId: string;
  /** The event's payload, if it is no longer than `SHOWN_PAYLOAD_BYTES`. */
  payload: string | null;
  status: DeliveryStatus;
  attempts: readonly DeliveryAttempt[];
  nextAttemptAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface DeliveryOutcome {
  status: DeliveryStatus;
  /** Absent if nothing was sent. */
  attempt?: DeliveryAttempt;
  nextAttemptAt: Date | null;
  disable?: string;
}

/** A delivery that is due; its payload, which may have megabytes, is read last. */
export type DueDelivery = Omit<Delivery, 'payload'>;

export interface DeliveryStore {
  find(id: string): Promise<{ delivery: DueDelivery; webhook: Webhook } | undefined>;
  /** Returns the whole payload of its event; `null` if there is none yet, or it was deleted. */
  payload(id: string): Promise<string | null>;
  findOf(webhookId: string, id: string): Promise<Delivery | undefined>;
  list(webhookId: string, page: PageRequest): Promise<RowsOf<Delivery>>;
  /**
   * Adds a delivery together with the job of its first attempt, and with its event if that is `new`. Returns false if
   * the maximum number of deliveries is pending.
   */
  insert(organizationId: string, delivery: Delivery, event: 'new' | 'known'): Promise<boolean>;
  /** Stores the event's payload if it has none, and returns its payload; `undefined` if the event was deleted. */
  storePayload(delivery: DueDelivery, payload: string): Promise<string | undefined>;
  /**
   * Atomically writes the result of attempt number `attempts` + 1 and the job of the next one, if any, disables the
   * webhook if requested, and deletes the oldest finished deliveries beyond `maxFinished`. Does nothing if another process has
   * written this attempt.
   */
  record(
    organizationId: string,
    delivery: DueDelivery,
    outcome: DeliveryOutcome,
    at: Date,
    maxFinished: number,
  ): Promise<boolean>;
}

/** How many finished deliveries of a webhook are kept. */
export const KEPT_DELIVERIES = 200;
/** Maximum pending deliveries; parallel events may add a few. Further ones fail at once. */
export const PENDING_DELIVERIES = { webhook: 5_000, organization: 10_000 };
/** Maximum bytes of a payload that is shown with its delivery; a longer one, such as a long transcript, is omitted. */
export const SHOWN_PAYLOAD_BYTES = 64 * 1024;
/** Maximum payloads read at once, one per organization: a payload of megabytes takes tens of milliseconds. */
const READ_AT_ONCE = 4;
/** The Standard Webhooks specification recommends 15 to 30 s. */
export const RESPONSE_MS = 15_000;

type DeliveredEvent = Pick<Delivery, 'eventId' | 'eventType' | 'subjectId' | 'payload'>;

/** @param at the time of creation; the first attempt follows `delayMs` later */
export function draftDelivery(
  webhookId: string,
  { eventId, eventType, subjectId, payload }: DeliveredEvent,
  at: Date,
  delayMs = 0,
): Delivery {
  return {
    id: newId('dlv'),
    webhookId,
    eventId,
    eventType,
    subjectId,
    payload,
    status: 'pending',
    attempts: [],
    nextAttemptAt: new Date(at.getTime() + delayMs),
    createdAt: at,
    updatedAt: at,
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

export function createDeliveries(needs: {
  store: DeliveryStore;
  webhooks: Webhooks;
  conversations: Pick<ConversationStore, 'find' | 'transcripts'>;
  secrets: SigningSecrets;
  post: PostMessage;
  clock: Clock;
  logger: Logger;
  random?: () => number;
}) {
  const { store, webhooks, secrets, clock } = needs;
  const readTurns = new FairTurns({ atOnce: READ_AT_ONCE });

  async function add(webhook: Webhook, event: DeliveredEvent, known: 'new' | 'known'): Promise<Delivery> {
    const delivery = draftDelivery(webhook.id, event, clock());
    if (!(await store.insert(webhook.organizationId, delivery, known)))
      throw conflict('Too many deliveries are already pending; try again when some of them have ended.');
    return delivery;
  }

  /** Returns the body; `undefined` if there is nothing to send. */
  async function readBody(delivery: DueDelivery, organizationId: string): Promise<string | undefined> {
    const { id, subjectId } = delivery;
    const payload = await store.payload(id);
    if (payload !== null) return payload;
    const conversation = await needs.conversations.find(organizationId, subjectId);
    const entries = conversation ? await needs.conversations.transcripts([subjectId]) : [];
    if (!conversation || entries.length === 0) return undefined;
    return store.storePayload(delivery, transcriptPayload(conversation, entries));
  }

  /** Rejects only if `signal` fires: other failures are recorded in the delivery. */
  async function send(webhook: Webhook, eventId: string, body: string, signal: AbortSignal | undefined) {
    const now = clock();
    const started = performance.now();
    const attempt = (details: object): DeliveryAttempt => ({
      at: now.toISOString(),
      durationMs: Math.round(performance.now() - started),
      ...details,
    });
    let headers: Record<string, string>;
    try {
      headers = signMessage(webhook, secrets, { id: eventId, now, body });
    } catch {
      return { attempt: attempt({ error: 'the secret can no longer be decrypted; rotate it' }) };
    }
    const patience = AbortSignal.timeout(RESPONSE_MS);
    try {
      const signals = signal ? AbortSignal.any([signal, patience]) : patience;
      const { status, retryAfterSeconds } = await needs.post(
        webhook.organizationId,
        webhook.url,
        body,
        headers,
        signals,
      );
      const ok = status >= 200 && status < 300;
      const error = status >= 300 && status < 400 ? 'redirects are not followed' : `it answered ${status}`;
      return { status, retryAfterSeconds, ok, attempt: attempt({ status, ...(!ok && { error }) }) };
    } catch (error) {
      signal?.throwIfAborted();
      return { attempt: attempt({ error: (error as Error).message }) };
    }
  }

  return {
    async list(organizationId: string, webhookId: string, page: PageRequest): Promise<PageOf<Delivery>> {
      await webhooks.get(organizationId, webhookId);
      return { ...page, ...(await store.list(webhookId, page)) };
    },
    /** Sends an example once; by default of the webhook's first event type. */
    async test(organizationId: string, webhookId: string, type?: EventType) {
      const webhook = await webhooks.get(organizationId, webhookId);
      const eventType = type ?? webhook.eventTypes[0]!;
      const payload = examplePayload(eventType, organizationId, clock());
      return add(webhook, { eventId: newId('evt'), eventType, subjectId: 'test', payload }, 'new');
    },
    /** Sends the same event again, as a separate delivery. */
    async replay(organizationId: string, webhookId: string, id: string) {
      const webhook = await webhooks.get(organizationId, webhookId);
      const original = await store.findOf(webhookId, id);
      if (!original) throw notFound('delivery', id);
      return add(webhook, original, 'known');
    },
    /** Makes the attempt that is due. May run twice for one attempt: receivers detect duplicates by message id. */
    async attempt(id: string, signal?: AbortSignal) {
      const found = await store.find(id);
      if (found?.delivery.status !== 'pending') return;
      const { delivery, webhook } = found;
      const { organizationId } = webhook;
      const record = (outcome: DeliveryOutcome) =>
        store.record(organizationId, delivery, outcome, clock(), KEPT_DELIVERIES);
      if (!webhook.enabled) {
        const at = clock().toISOString();
        const attempt = { at, durationMs: 0, error: 'the webhook is disabled' };
        await record({ status: 'failed', attempt, nextAttemptAt: null });
        return;
      }
      const payload = await readTurns.run(organizationId, async () => {
        const body = await readBody(delivery, organizationId);
        // Reading and signing megabytes would delay requests that arrived meanwhile.
        await nextRound();
        return body;
      });
      if (payload === undefined) {
        await record({ status: 'dropped', nextAttemptAt: null });
        return;
      }
      const { attempt, status, retryAfterSeconds, ok } = await send(
        webhook,
        delivery.eventId,
        payload,
        signal,
      );
      if (ok) {
        await record({ status: 'succeeded', attempt, nextAttemptAt: null });
        return;
      }
      needs.logger.debug(
        {
          event: 'webhook.failed',
          deliveryId: id,
          webhookId: webhook.id,
          organizationId: webhook.organizationId,
          status,
        },
        'a webhook did not accept a delivery',
      );
      if (status === 410) {
        const disable = 'The address answered 410 Gone.';
        await record({ status: 'failed', attempt, nextAttemptAt: null, disable });
        return;
      }
      const isTest = delivery.subjectId === 'test';
      const delayMs = isTest
        ? undefined
        : retryDelayMs(delivery.attempts.length + 1, retryAfterSeconds, needs.random);
      await record({
        status: delayMs === undefined ? 'failed' : 'pending',
        attempt,
        nextAttemptAt: delayMs === undefined ? null : new Date(clock().getTime() + delayMs),
      });
    },
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses between attempts, as in the Standard Webhooks specification; just under three days in total. */
const PAUSES_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  18 * HOUR_MS,
  22 * HOUR_MS,
];
/** Each pause is randomly shortened by up to this share, so that simultaneous failures are not retried together. */
const MAX_JITTER_SHARE = 0.2;
const LONGEST_RETRY_AFTER_SECONDS = 24 * 3600;

/**
 * Returns how long to wait after `attempts` failed attempts; `undefined` if there is no further one. A receiver's
 * Retry-After is respected.
 */
function retryDelayMs(
  attempts: number,
  retryAfterSeconds: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const pauseMs = PAUSES_MS[attempts - 1];
  if (pauseMs === undefined) return undefined;
  const retryAfterMs = Math.min(retryAfterSeconds ?? 0, LONGEST_RETRY_AFTER_SECONDS) * 1000;
  return Math.max(Math.round(pauseMs * (1 - MAX_JITTER_SHARE * random())), retryAfterMs);
}
