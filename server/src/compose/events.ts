import { context, propagation } from '@opentelemetry/api';
import type { PostMessage } from '../domain/messages/post-message.ts';
import type { Deliveries } from '../domain/webhooks/deliveries.ts';
import { contentEncodingOf } from '../lib/bound-answer.ts';
import type { Logger } from '../lib/logger.ts';
import { essenceOf } from '../lib/media-type.ts';
import { isPublicAddress } from '../lib/public-fetch.ts';
import { postPublic } from '../lib/public-post.ts';
import { RateGate } from '../lib/rate-gate.ts';
import { readRetryAfter } from '../lib/read-retry-after.ts';
import { USER_AGENT } from '../lib/user-agent.ts';
import { ConversationNotifications } from '../store/conversations/conversation-notifications.ts';
import type { JobRunner } from '../store/jobs/job-runner.ts';
import type { Database } from '../store/open-database.ts';
import { DELIVER_WEBHOOK } from '../store/webhooks/write-deliveries.ts';
import type { OnRefusal } from '../store/webhooks/write-events.ts';

/** Concurrent messages in this process; they mostly wait for a response. */
const DELIVERIES_AT_ONCE = 64;
/** Maximum per organization, so that unresponsive addresses leave slots to others. */
const DELIVERIES_OF_ONE = 4;
/** Extra slots, each for its organization's only message: 16 organizations with hanging addresses fill the others. */
const RESERVED_SLOTS = 192;

export type ComposedEvents = ReturnType<typeof composeEvents>;

/** Creates event streams and webhooks. */
export function composeEvents(needs: {
  database: Database;
  /** Whether webhooks and tool calls may use private addresses and plain http. */
  allowPrivate: boolean;
  log: Logger;
}) {
  const { database, allowPrivate, log } = needs;
  const notifications = new ConversationNotifications(database.pool, log);
  const postMessage: PostMessage = async (owner, url, body, headers, signal) => {
    const response = await postPublic(url, body, {
      owner,
      headers: {
        ...traceHeaders(),
        'user-agent': USER_AGENT,
        ...headers,
        'content-type': 'application/json',
      },
      signal,
      ...(allowPrivate && { protocols: ['https:', 'http:'], isAllowed: () => true }),
    });
    const encoding = contentEncodingOf(response);
    const retryAfterSeconds = readRetryAfter(response.headers['retry-after']);
    return {
      status: response.status,
      ...(retryAfterSeconds && { retryAfterSeconds }),
      // Compressed content does not have the stated type, because nobody decompresses it.
      contentType: encoding ? `application/${encoding}` : essenceOf(response.headers['content-type'] ?? ''),
      body: response.body.toString('utf8'),
      isComplete: response.isWhole,
    };
  };

  return {
    changeNotifications: notifications,
    addressPolicy: { allowPrivate, isPublicAddress },
    postMessage,
    /** Starts listening for changes and sending pending messages. */
    start(deliveries: Deliveries, jobs: JobRunner) {
      jobs.handle(DELIVER_WEBHOOK, {
        concurrency: DELIVERIES_AT_ONCE,
        perLane: DELIVERIES_OF_ONE,
        reservedLaneSlots: RESERVED_SLOTS,
        run: (payload, { signal }) =>
          deliveries.attempt((payload as { deliveryId: string }).deliveryId, signal),
      });
      notifications.start();
      return { stop: () => notifications.stop() };
    },
  };
}

/** Counts the deliveries that failed because too many were pending, and logs some of them. */
export function countRefusedDeliveries(log: Logger): {
  readonly count: number;
  onRefusal: OnRefusal;
} {
  const perMinute = new RateGate(1 / 60, 1);
  let count = 0;
  return {
    get count() {
      return count;
    },
    onRefusal(organizationId, deliveries) {
      count += deliveries;
      if (perMinute.pass())
        log.warn(
          { event: 'webhook.too_many_pending', organizationId, deliveries },
          'too many webhook deliveries are pending, so new ones fail; check whether the webhook addresses respond',
        );
    },
  };
}

/** Returns the trace context of a message for its receiver; empty if tracing is off. */
function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
