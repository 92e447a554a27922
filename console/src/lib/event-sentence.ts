import type { TimelineEntry } from '@visavis/client';
import { fill, texts } from '../texts/texts.ts';
import { endingOf } from './ending.ts';
import { formatMilliseconds, nameOf } from './format.ts';
import { nameOfEngine } from './providers.ts';
import { readMissing } from './recent.ts';
import { sayWarning } from './service-sentences.ts';

const { sentences: words, emotions } = texts.conversation;

const SENTENCES: Partial<Record<TimelineEntry['type'], (told: object) => string | undefined>> = {
  turn,
  interruption,
  tool_call: tool,
  tool_result: tool,
};

/** Entries whose content is an identity in the room, which is for programs. */
const OF_IDENTITIES: readonly TimelineEntry['type'][] = [
  'avatar_joined',
  'consumer_joined',
  'consumer_left',
  'reconnected',
];

/** Returns an entry of the timeline in words, which may be none; `undefined` for one that is shown as it is. */
export function sentenceOf(
  { type, content }: TimelineEntry,
  timeline: readonly TimelineEntry[],
): string | undefined {
  if (OF_IDENTITIES.includes(type)) return '';
  if (type === 'ended') return endingOf(content, timeline);
  if (type === 'emotion') return nameOf(emotions, content);
  if (type === 'created') return words.created;
  if (type === 'warning') return warning(content);
  try {
    const told: unknown = JSON.parse(content);
    if (typeof told !== 'object' || told === null) return undefined;
    return SENTENCES[type]?.(told) ?? listed(told);
  } catch {
    return undefined;
  }
}

/** Returns an entry that has no words of its own as its parts by their names: `query: harbour, passages: 3`. */
function listed(told: object): string {
  const parts = Object.entries(told).map(([name, value]) => {
    const text = typeof value === 'object' && value !== null ? listed(value) : String(value);
    return Array.isArray(told) ? text : fill(words.part, { name, value: text });
  });
  return parts.join(', ') || words.nothing;
}

function turn({ latencyMs, engine, input }: { latencyMs?: number; engine?: string; input?: string }) {
  if (latencyMs === undefined || engine === undefined) return undefined;
  const values = { duration: formatMilliseconds(latencyMs), engine: nameOfEngine(engine) };
  return input
    ? fill(words.turnInput, { ...values, input: nameOf(words.inputs, input) })
    : fill(words.turn, values);
}

/** A warning in words; `undefined` for one in words of a provider or of an operator. */
function warning(content: string): string | undefined {
  const missing = readMissing(content);
  if (missing) return fill(words.warnings.standIn, { ...missing, provider: nameOfEngine(missing.provider) });
  return sayWarning(content);
}

/** What went to a tool or came from it, behind the tool's name. */
function tool({ name, content }: { name?: string; content?: string }) {
  if (name === undefined || content === undefined) return undefined;
  return fill(words.part, { name, value: readable(content) });
}

function readable(content: string): string {
  try {
    const told: unknown = JSON.parse(content);
    return typeof told === 'object' && told !== null ? listed(told) : content;
  } catch {
    return content;
  }
}

function interruption({ by, heardMs }: { by?: string; heardMs?: number }) {
  if (by === undefined || heardMs === undefined) return undefined;
  return fill(words.interruption, {
    by: nameOf(words.interruptedBy, by),
    heard: formatMilliseconds(heardMs),
  });
}
