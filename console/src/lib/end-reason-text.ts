import type { TimelineEntry } from '@visavis/client';
import { texts } from '../texts/texts.ts';
import { nameOf } from './format.ts';

const PRESENCE: readonly TimelineEntry['type'][] = ['consumer_joined', 'reconnected', 'consumer_left'];

/** Returns why a conversation ended. A user who hangs up leaves the room before their page stops the conversation. */
export function endReasonText(reason: string, timeline: readonly TimelineEntry[]): string {
  if (reason !== 'stopped') return nameOf(texts.endReasons, reason);
  const last = timeline.findLast(({ type }) => PRESENCE.includes(type));
  const { stops } = texts.conversation;
  return last?.type === 'consumer_left' ? stops.byUser : stops.byRequest;
}
