import type { TimelineEntry } from '@visavis/client';
import { fill, texts } from '../texts/texts.ts';
import { endReasonText } from './end-reason-text.ts';
import { formatMilliseconds, nameOf } from './format.ts';
import { nameOfEngine } from './providers.ts';
import { parseMissingSetting } from './recent-conversations.ts';
import { translateWarning } from './service-sentences.ts';

const { sentences: words, emotions } = texts.conversation;

const SENTENCES: Partial<Record<TimelineEntry['type'], (details: object) => string | undefined>> = {
  turn,
  interruption,
  tool_call: tool,
  tool_result: tool,
};

/** Timeline entries whose content is an identity in the room, which only programs need. */
const OF_IDENTITIES: readonly TimelineEntry['type'][] = [
  'avatar_joined',
  'consumer_joined',
  'consumer_left',
  'reconnected',
];

/** Returns a sentence for a timeline entry, which may be empty; `undefined` if the entry is shown as it is. */
export function sentenceOf(
  { type, content }: TimelineEntry,
  timeline: readonly TimelineEntry[],
): string | undefined {
  if (OF_IDENTITIES.includes(type)) return '';
  if (type === 'ended') return endReasonText(content, timeline);
  if (type === 'emotion') return nameOf(emotions, content);
  if (type === 'created') return words.created;
  if (type === 'warning') return warning(content);
  try {
    const details: unknown = JSON.parse(content);
    if (typeof details !== 'object' || details === null) return undefined;
    return SENTENCES[type]?.(details) ?? listed(details);
  } catch {
    return undefined;
  }
}

/** Lists the parts of an entry that has no sentence of its own: `query: harbour, passages: 3`. */
function listed(details: object): string {
  const parts = Object.entries(details).map(([name, value]) => {
    const text = typeof value === 'object' && value !== null ? listed(value) : String(value);
    return Array.isArray(details) ? text : fill(words.part, { name, value: text });
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

/** Returns a warning in the language of the page; `undefined` if it is in the words of a provider or an operator. */
function warning(content: string): string | undefined {
  const missing = parseMissingSetting(content);
  if (missing) return fill(words.warnings.standIn, { ...missing, provider: nameOfEngine(missing.provider) });
  return translateWarning(content);
}

/** Returns the tool's name, followed by what was sent to it or came back from it. */
function tool({ name, content }: { name?: string; content?: string }) {
  if (name === undefined || content === undefined) return undefined;
  return fill(words.part, { name, value: readable(content) });
}

function readable(content: string): string {
  try {
    const details: unknown = JSON.parse(content);
    return typeof details === 'object' && details !== null ? listed(details) : content;
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
