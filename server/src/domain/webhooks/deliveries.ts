import type { DeliveryStatus, EventType } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../clock.ts';
import type { ConversationStore } from '../conversations/conversation.ts';
import { notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { PostMessage } from '../messages/post-message.ts';
import { signMessage } from '../messages/sign-message.ts';
import type { SigningSecrets } from '../messages/signing-secrets.ts';
import type { PageOf, PageRequest, RowsOf } from '../owned.ts';
import { examplePayload, transcriptPayload } from './domain-event.ts';
import { retryDelayMs } from './retry-schedule.ts';
import type { Webhook, Webhooks } from './webhooks.ts';

export interface DeliveryAttempt {
  /** ISO 8601. */
  at: string;
  durationMs: number;
  /** HTTP status of the answer. */
  status?: number;
  /** For the owner of the webhook. */
  error?: string;
}

export interface Delivery {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: EventType;
  subjectId: string;
  payload: string | null;
  status: DeliveryStatus;
  attempts: readonly DeliveryAttempt[];
  nextAttemptAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface DeliveryOutcome {
  status: DeliveryStatus;
  /** Absent when nothing was sent. */
  attempt?: DeliveryAttempt;
  payload: string | null;
  nextAttemptAt: Date | null;
  /** Why the webhook is disabled from now on. */
  disable?: string;
}

export interface DeliveryStore {
  find(id: string): Promise<{ delivery: Delivery; webhook: Webhook } | undefined>;
  findOf(webhookId: string, id: string): Promise<Delivery | undefined>;
  list(webhookId: string, page: PageRequest): Promise<RowsOf<Delivery>>;
  /** Adds it together with the job of its first attempt. */
  insert(delivery: Delivery): Promise<void>;
  /**
   * Writes what came of attempt number `attempts` + 1, with the job of the next one if there is one, disables the
   * webhook if told to, and forgets the oldest of more than `keep` that are done; all together. Nothing happens where
   * another process has written this attempt.
   */
  record(delivery: Delivery, outcome: DeliveryOutcome, at: Date, keep: number): Promise<boolean>;
}

export interface Deliveries {
  list(organizationId: string, webhookId: string, page: PageRequest): Promise<PageOf<Delivery>>;
  /** Sends an example, once; of the webhook's first event type when none is given. */
  test(organizationId: string, webhookId: string, type?: EventType): Promise<Delivery>;
  /** Sends the same event once more, as a delivery of its own. */
  replay(organizationId: string, webhookId: string, id: string): Promise<Delivery>;
  /**
   * Makes the attempt that is due. May run twice for one attempt: the receiver detects duplicates by the message id.
   */
  attempt(id: string, signal?: AbortSignal): Promise<void>;
}

export interface DeliveriesNeeds {
  store: DeliveryStore;
  webhooks: Webhooks;
  conversations: Pick<ConversationStore, 'find' | 'transcripts'>;
  secrets: SigningSecrets;
  post: PostMessage;
  clock: Clock;
  logger: Logger;
  random?: () => number;
}

/** How many finished deliveries of a webhook are kept. */
export const KEPT_DELIVERIES = 200;
/** The Standard Webhooks specification recommends 15 to 30 s. */
export const ANSWER_MS = 15_000;

export function createDeliveries(needs: DeliveriesNeeds): Deliveries {
  const { store, webhooks, secrets, clock } = needs;

  function draft(webhook: Webhook, event: Pick<Delivery, 'eventId' | 'eventType' | 'subjectId' | 'payload'>) {
    const now = clock();
    const { eventId, eventType, subjectId, payload } = event;
    return {
      id: newId('dlv'),
      webhookId: webhook.id,
      eventId,
      eventType,
      subjectId,
      payload,
      status: 'pending',
      attempts: [],
      nextAttemptAt: now,
      createdAt: now,
      updatedAt: now,
    } satisfies Delivery;
  }

  /** The body; undefined when there is nothing to send. */
  async function complete({ payload, subjectId }: Delivery): Promise<string | undefined> {
    if (payload !== null) return payload;
    const conversation = await needs.conversations.find(subjectId);
    const entries = conversation ? await needs.conversations.transcripts([subjectId]) : [];
    return conversation && entries.length > 0 ? transcriptPayload(conversation, entries) : undefined;
  }

  /** Rejects only when `signal` fires: other failures are recorded in the delivery. */
  async function send(webhook: Webhook, eventId: string, body: string, signal: AbortSignal | undefined) {
    const now = clock();
    const started = performance.now();
    const attempt = (more: object): DeliveryAttempt => ({
      at: now.toISOString(),
      durationMs: Math.round(performance.now() - started),
      ...more,
    });
    let headers: Record<string, string>;
    try {
      headers = signMessage(webhook, secrets, { id: eventId, now, body });
    } catch {
      return { attempt: attempt({ error: 'the secret cannot be read any more; rotate it' }) };
    }
    const patience = AbortSignal.timeout(ANSWER_MS);
    try {
      const either = signal ? AbortSignal.any([signal, patience]) : patience;
      const { status, retryAfterSeconds } = await needs.post(webhook.url, body, headers, either);
      const ok = status >= 200 && status < 300;
      const error = status >= 300 && status < 400 ? 'redirects are not followed' : `it answered ${status}`;
      return { status, retryAfterSeconds, ok, attempt: attempt({ status, ...(!ok && { error }) }) };
    } catch (error) {
      signal?.throwIfAborted();
      return { attempt: attempt({ error: (error as Error).message }) };
    }
  }

  return {
    async list(organizationId, webhookId, page) {
      await webhooks.get(organizationId, webhookId);
      return { ...page, ...(await store.list(webhookId, page)) };
    },
    async test(organizationId, webhookId, type) {
      const webhook = await webhooks.get(organizationId, webhookId);
      const eventType = type ?? webhook.eventTypes[0]!;
      const payload = examplePayload(eventType, organizationId, clock());
      const delivery = draft(webhook, { eventId: newId('evt'), eventType, subjectId: 'test', payload });
      await store.insert(delivery);
      return delivery;
    },
    async replay(organizationId, webhookId, id) {
      const webhook = await webhooks.get(organizationId, webhookId);
      const original = await store.findOf(webhookId, id);
      if (!original) throw notFound('delivery', id);
      const delivery = draft(webhook, original);
      await store.insert(delivery);
      return delivery;
    },
    async attempt(id, signal) {
      const found = await store.find(id);
      if (found?.delivery.status !== 'pending') return;
      const { delivery, webhook } = found;
      const record = (outcome: DeliveryOutcome) => store.record(delivery, outcome, clock(), KEPT_DELIVERIES);
      const payload = await complete(delivery);
      if (payload === undefined) {
        await record({ status: 'dropped', payload: null, nextAttemptAt: null });
        return;
      }
      if (!webhook.enabled) {
        const at = clock().toISOString();
        const attempt = { at, durationMs: 0, error: 'the webhook is disabled' };
        await record({ status: 'failed', payload, attempt, nextAttemptAt: null });
        return;
      }
      const { attempt, status, retryAfterSeconds, ok } = await send(
        webhook,
        delivery.eventId,
        payload,
        signal,
      );
      if (ok) {
        await record({ status: 'succeeded', payload, attempt, nextAttemptAt: null });
        return;
      }
      needs.logger.debug({ deliveryId: id, webhookId: webhook.id, status }, 'a webhook was not delivered');
      if (status === 410) {
        const disable = 'The address answered 410 Gone.';
        await record({ status: 'failed', payload, attempt, nextAttemptAt: null, disable });
        return;
      }
      const isTest = delivery.subjectId === 'test';
      const delayMs = isTest
        ? undefined
        : retryDelayMs(delivery.attempts.length + 1, retryAfterSeconds, needs.random);
      await record({
        status: delayMs === undefined ? 'failed' : 'pending',
        payload,
        attempt,
        nextAttemptAt: delayMs === undefined ? null : new Date(clock().getTime() + delayMs),
      });
    },
  };
}
