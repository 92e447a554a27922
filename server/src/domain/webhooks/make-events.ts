import type { EventType } from '@visavis/contracts';
import type { Conversation, TranscriptRow } from '../conversations/conversation.ts';
import { newId } from '../ids.ts';
import type { BillingCycle } from '../organizations/billing-cycle.ts';
import { type DomainEvent, makeEvent, makePayload } from './domain-event.ts';

/** Delay from the end to the transcript: the worker may still report how much of the last answer was played. */
const TRANSCRIPT_DELAY_MS = 4_000;

type ConversationEventType = Extract<EventType, `conversation.${string}`>;

export function conversationEvent(
  type: ConversationEventType,
  conversation: Conversation,
  occurredAt: Date,
): DomainEvent {
  return makeEvent(type, occurredAt, conversation, conversationData(conversation));
}

export function endEvents(conversation: Conversation): DomainEvent[] {
  const at = conversation.endedAt ?? conversation.updatedAt;
  const type = conversation.status === 'ended' ? 'conversation.ended' : 'conversation.failed';
  const ended = conversationEvent(type, conversation, at);
  const transcript = {
    ...ended,
    id: newId('evt'),
    type: 'transcript.completed',
    payload: null,
    delayMs: TRANSCRIPT_DELAY_MS,
  } as const;
  return [ended, transcript];
}

export function transcriptPayload(conversation: Conversation, entries: readonly TranscriptRow[]): string {
  const at = conversation.endedAt ?? conversation.updatedAt;
  return makePayload('transcript.completed', at, {
    conversationId: conversation.id,
    client: conversation.client,
    entries: entries.map(({ entryId: id, author, content, recordedAt }) => ({
      id,
      author,
      content,
      recordedAt,
    })),
  });
}

export function usageEvent(
  organizationId: string,
  occurredAt: Date,
  usage: { percent: number; seconds: number; monthlySeconds: number },
  cycle: BillingCycle,
): DomainEvent {
  const data = { ...usage, cycleStart: cycle.start, cycleEnd: cycle.end };
  const subject = { organizationId, client: null, id: organizationId };
  return makeEvent('usage.threshold', occurredAt, subject, data);
}

/** Listed explicitly, so that grants, prompts and internal fields are not sent. */
const SENT_FIELDS =
  'id organizationId client name status endReason endDetail startedAt joinedAt endedAt engine avatarIdentity charge ' +
  'chargeBySecond maxSeconds characterId room serverUrl consumerIdentity consumerName embedId remoteAgentIdentity ' +
  'remoteAgentName turnTaking video createdAt updatedAt';

function conversationData(conversation: Conversation): object {
  const characterId = conversation.characterId ?? conversation.avatarId;
  const fields = (SENT_FIELDS.split(' ') as (keyof Conversation)[]).map((name) => [name, conversation[name]]);
  return { ...Object.fromEntries(fields), characterId };
}

/** Returns an example of an event, for `POST /v3/webhooks/{id}/test`. */
export function examplePayload(type: EventType, organizationId: string, now: Date): string {
  return makePayload(type, now, exampleData(type, organizationId, now), true);
}

function exampleData(type: EventType, organizationId: string, now: Date): object {
  const conversationId = 'conv_01k3m6v2q8e4tb9p0x7yz5wnhd';
  if (type === 'usage.threshold') {
    return { percent: 80, seconds: 2880, monthlySeconds: 3600, cycleStart: now, cycleEnd: now };
  }
  if (type === 'transcript.completed') {
    const entry = { id: 'entry-1', author: 'user', content: 'Hello!', recordedAt: now };
    return { conversationId, entries: [entry] };
  }
  if (type === 'document.indexed' || type === 'document.failed') {
    return {
      id: 'doc_01k3m6v2q8e4tb9p0x7yz5wnhd',
      organizationId,
      knowledgeBaseId: 'kb_01k3m6v2q8e4tb9p0x7yz5wnhd',
      name: 'manual.pdf',
      description: '',
      size: 48_213,
      status: type === 'document.indexed' ? 'indexed' : 'failed',
      statusReason: type === 'document.failed' ? 'The PDF is encrypted.' : null,
      mimeType: 'application/pdf',
      timeline: [],
      createdAt: now,
      updatedAt: now,
    };
  }
  const hasEnded = type === 'conversation.ended' || type === 'conversation.failed';
  return {
    id: conversationId,
    organizationId,
    name: 'Example',
    status: type === 'conversation.failed' ? 'error' : hasEnded ? 'ended' : 'running',
    endReason: type === 'conversation.failed' ? 'provider_error' : hasEnded ? 'consumer_left' : null,
    startedAt: now,
    joinedAt: type === 'conversation.started' ? null : now,
    endedAt: hasEnded ? now : null,
    engine: 'builtin',
    charge: false,
    chargeBySecond: 0,
    maxSeconds: 600,
    characterId: 'char_01k3m6v2q8e4tb9p0x7yz5wnhd',
    room: conversationId,
    serverUrl: 'wss://rooms.example',
    consumerIdentity: 'visitor-1',
    video: true,
    createdAt: now,
    updatedAt: now,
  };
}
