import type { TimelineEntry } from '@visavis/client';
import { texts } from '../texts/texts.ts';
import { nameOf } from './format.ts';

const { sentences: words, engines } = texts.conversation;
const { milliseconds } = texts.units;

/** What an entry of the timeline says, in words. `undefined`: it is to be shown as it is. */
export function sentenceOf({ type, content }: TimelineEntry): string | undefined {
  if (type === 'ended') return nameOf(texts.endReasons, content);
  if (type !== 'turn' && type !== 'interruption') return undefined;
  try {
    return type === 'turn' ? turn(JSON.parse(content)) : interruption(JSON.parse(content));
  } catch {
    return undefined;
  }
}

function turn({ latencyMs, engine, input }: { latencyMs?: number; engine?: string; input?: string }) {
  if (latencyMs === undefined || engine === undefined) return undefined;
  return words.turn(milliseconds(latencyMs), nameOf(engines, engine), input && nameOf(words.inputs, input));
}

function interruption({ by, heardMs }: { by?: string; heardMs?: number }) {
  if (by === undefined || heardMs === undefined) return undefined;
  return words.interruption(nameOf(words.interruptedBy, by), milliseconds(heardMs));
}
