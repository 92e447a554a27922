import type { Conversation, TranscriptEntry } from '@visavis/client';
import { texts } from '../texts/texts.ts';

const SPEAKERS = { user: texts.common.user, character: texts.common.avatar };
/** The maximum display time of a line whose end is unknown, which is shown until the next one. */
const MAX_CUE_MS = 10_000;
const LINE_ENDS = /[\r\n\u0085\u2028\u2029]+/g;

/** Formats a transcript as text. Indents an entry's further lines, so that none looks like another speaker's. */
export const toText = (transcript: readonly TranscriptEntry[]) =>
  transcript
    .map(({ author, content }) => `${SPEAKERS[author]}: ${content.replace(LINE_ENDS, '\n  ')}\n`)
    .join('\n');

/** Formats a transcript as WebVTT captions. Times are relative to when the user joined, or else to the start. */
export function toVtt({ transcript, joinedAt, startedAt }: Conversation): string {
  const zero = Date.parse(joinedAt ?? startedAt);
  const cues = transcript.map(({ author, content, recordedAt, endedAt }, at) => {
    const from = Math.max(0, Date.parse(recordedAt) - zero);
    const next = transcript[at + 1];
    const until = next ? Math.max(from + 1, Date.parse(next.recordedAt) - zero) : from + MAX_CUE_MS;
    const spokenUntil = endedAt ? Date.parse(endedAt) - zero : 0;
    const to = spokenUntil > from ? spokenUntil : Math.min(until, from + MAX_CUE_MS);
    // In a cue these characters would be markup or end it.
    const text = content
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(LINE_ENDS, ' ');
    return `${cueTime(from)} --> ${cueTime(to)}\n<v ${SPEAKERS[author]}>${text}`;
  });
  return ['WEBVTT', ...cues].join('\n\n').concat('\n');
}

function cueTime(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = String(Math.floor(ms % 1000)).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${rest}`;
}
