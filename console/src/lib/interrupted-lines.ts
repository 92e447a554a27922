import type { Conversation } from '@visavis/client';

/**
 * Ids of the lines that were cut off. A line does not tell it itself: it is the newest of the avatar that has the words
 * which the interruption names as heard. An interruption by somebody's own agent names none, and marks no line.
 */
export function interruptedLines({ transcript, timeline }: Conversation): Set<string> {
  const cut = new Set<string>();
  for (const { type, content, recordedAt } of timeline) {
    const heard = type === 'interruption' ? readHeardText(content) : undefined;
    const line = heard && transcript.findLast((one) => isCut(one, heard, recordedAt) && !cut.has(one.id));
    if (line) cut.add(line.id);
  }
  return cut;
}

const isCut = (line: Conversation['transcript'][number], heard: string, at: string) =>
  line.author === 'character' && line.content === heard && Date.parse(line.recordedAt) <= Date.parse(at);

function readHeardText(content: string): string | undefined {
  try {
    return (JSON.parse(content) as { heardText?: string }).heardText;
  } catch {
    return undefined;
  }
}
