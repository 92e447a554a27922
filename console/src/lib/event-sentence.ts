import type { TimelineEntry } from '@visavis/client';
import { texts } from '../texts/texts.ts';
import { nameOf } from './format.ts';

const { sentences: words, engines } = texts.conversation;
const { milliseconds } = texts.units;

/** What an entry of the timeline says, in words. `undefined`: it is to be shown as it is. */
export function sentenceOf({ type, content }: TimelineEntry): string | undefined {
  if (type === 'ended') return nameOf(texts.endReasons, content);
  try {
    const told: unknown = JSON.parse(content);
    if (typeof told !== 'object' || told === null) return undefined;
    const known = type === 'turn' ? turn(told) : type === 'interruption' ? interruption(told) : undefined;
    return known ?? listed(told);
  } catch {
    return undefined;
  }
}

/** What has no words of its own: its parts by their names, as `query: harbour, passages: 3`. */
function listed(told: object): string {
  const parts = Object.entries(told).map(([name, value]) => {
    const text = typeof value === 'object' && value !== null ? listed(value) : String(value);
    return Array.isArray(told) ? text : words.part(name, text);
  });
  return parts.join(', ') || words.nothing;
}

function turn({ latencyMs, engine, input }: { latencyMs?: number; engine?: string; input?: string }) {
  if (latencyMs === undefined || engine === undefined) return undefined;
  return words.turn(milliseconds(latencyMs), nameOf(engines, engine), input && nameOf(words.inputs, input));
}

function interruption({ by, heardMs }: { by?: string; heardMs?: number }) {
  if (by === undefined || heardMs === undefined) return undefined;
  return words.interruption(nameOf(words.interruptedBy, by), milliseconds(heardMs));
}
