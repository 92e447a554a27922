import type { EventType } from '@visavis/contracts';
import { newId } from '../ids.ts';

/** An event for webhooks. The store writes it in the transaction of the change that it reports. */
export interface DomainEvent {
  /** The same id for all webhooks that get the event, so that a receiver can recognize duplicates. */
  id: string;
  type: EventType;
  organizationId: string;
  /** Webhooks of other clients do not get it. */
  client: string | null;
  subjectId: string;
  occurredAt: Date;
  /** The body of the message; `null` if it is created at the first attempt, because its content is still growing. */
  payload: string | null;
  /** Delay of the first attempt. */
  delayMs: number;
}

/** Returns the payload of an event. As in responses, fields without a value are omitted, and dates become ISO 8601. */
export const makePayload = (type: EventType, occurredAt: Date, data: object, test = false): string =>
  JSON.stringify({ type, timestamp: occurredAt, ...(test && { test }), data }, (_key, value: unknown) =>
    value === null ? undefined : value,
  );

/** Creates an event that is sent at once. The third parameter is the row that it is about. */
export function makeEvent(
  type: EventType,
  occurredAt: Date,
  { organizationId, client, id: subjectId }: { organizationId: string; client: string | null; id: string },
  data: object,
): DomainEvent {
  const payload = makePayload(type, occurredAt, data);
  return { id: newId('evt'), type, organizationId, client, subjectId, occurredAt, payload, delayMs: 0 };
}
