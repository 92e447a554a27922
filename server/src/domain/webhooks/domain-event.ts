import type { EventType } from '@visavis/contracts';
import { newId } from '../ids.ts';

/** An event for webhooks. The store writes it in the transaction of the change that it reports. */
export interface DomainEvent {
  /** Every webhook that gets the event gets this id, so that a receiver can tell repetitions. */
  id: string;
  type: EventType;
  organizationId: string;
  /** Webhooks of other clients do not get it. */
  client: string | null;
  subjectId: string;
  occurredAt: Date;
  /** The body of the message; `null` where it is made at the first attempt, as its content is still growing. */
  payload: string | null;
  /** How long the first attempt waits. */
  delayMs: number;
}

/** Returns the payload of an event. As in answers, fields without a value are left out, and dates become ISO 8601. */
export const makePayload = (type: EventType, occurredAt: Date, data: object, test = false): string =>
  JSON.stringify({ type, timestamp: occurredAt, ...(test && { test }), data }, (_key, value: unknown) =>
    value === null ? undefined : value,
  );

/** An event that is sent at once. @param subject the row that it is about */
export function makeEvent(
  type: EventType,
  occurredAt: Date,
  { organizationId, client, id: subjectId }: { organizationId: string; client: string | null; id: string },
  data: object,
): DomainEvent {
  const payload = makePayload(type, occurredAt, data);
  return { id: newId('evt'), type, organizationId, client, subjectId, occurredAt, payload, delayMs: 0 };
}
