import { Text } from '@mantine/core';
import type { TimelineEntry } from '@visavis/client';
import { sentenceOf } from '../lib/event-sentence.ts';
import { formatTime, nameOf } from '../lib/format.ts';
import { texts } from '../texts/texts.ts';
import { Note } from './note.tsx';

const words = texts.conversation;

/** Lists all events of a conversation, each with its time and what the service recorded about it. */
export function EventList({ timeline }: { timeline: readonly TimelineEntry[] }) {
  return (
    <div className="events">
      {timeline.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added.
        <div key={at}>
          <Text size="xs" c="dimmed">
            {formatTime(entry.recordedAt)}
          </Text>
          <Text size="sm" fw={600}>
            {nameOf(words.types, entry.type)}
          </Text>
          <Content entry={entry} sentence={sentenceOf(entry, timeline)} />
        </div>
      ))}
    </div>
  );
}

function Content({ entry, sentence }: { entry: TimelineEntry; sentence: string | undefined }) {
  if (sentence === '') return null;
  // If the sentence is the service's own text, it is not shown twice.
  if (sentence === undefined || sentence === entry.content) {
    return <Note style={{ overflowWrap: 'anywhere' }}>{entry.content}</Note>;
  }
  return (
    <Text component="details" size="sm" c="dimmed" miw={0}>
      <summary>{sentence}</summary>
      <Text span size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {entry.content}
      </Text>
    </Text>
  );
}
