import { Text } from '@mantine/core';
import type { Conversation, TimelineEntry } from '@visavis/client';
import { sentenceOf } from '../lib/event-sentence.ts';
import { formatMilliseconds, formatSeconds, nameOf } from '../lib/format.ts';
import { fill, texts } from '../texts/texts.ts';

const { conversation: words, common } = texts;

const LANES = { user: common.user, latency: words.latency, character: common.avatar, events: words.events };
const LANE_HEIGHT = 30;
const COLORS: Record<string, string> = {
  user: 'var(--mantine-color-blue-6)',
  character: 'var(--mantine-primary-color-filled)',
  interruption: 'var(--mantine-color-orange-6)',
  tool_call: 'var(--mantine-color-blue-6)',
  tool_result: 'var(--mantine-color-blue-6)',
  warning: 'var(--mantine-color-yellow-6)',
  error: 'var(--mantine-color-red-6)',
  ended: 'var(--mantine-color-gray-6)',
};

/** The longest pause that is drawn to scale: longer ones are drawn with this length. */
const LONGEST_PAUSE_MS = 20_000;

/** Returns the position of each time on the line, in percent, and the pauses that are drawn shortened. */
function drawScale(moments: readonly number[]) {
  const stops = [...new Set(moments)].sort((one, other) => one - other);
  const pauses: { from: number; ms: number }[] = [];
  let length = 0;
  const lengths = stops.map((at, n) => {
    const ms = at - (stops[n - 1] ?? at);
    if (ms > LONGEST_PAUSE_MS) pauses.push({ from: stops[n - 1]!, ms });
    length += Math.min(ms, LONGEST_PAUSE_MS);
    return length;
  });
  return {
    pauses,
    share: (at: number): number => {
      const n = stops.findLastIndex((stop) => stop <= at);
      const next = lengths[n + 1] ?? length;
      return (Math.min((lengths[n] ?? 0) + at - (stops[n] ?? at), next) / Math.max(length, 1)) * 100;
    },
  };
}

/**
 * Draws a timeline of the conversation, to scale except for long pauses: the beginning of each line, how long each
 * answer took, and all other events.
 */
export function Timeline({ record }: { record: Conversation }) {
  const start = Date.parse(record.startedAt);
  const moments = [...record.transcript, ...record.timeline].map(({ recordedAt }) => Date.parse(recordedAt));
  const end = Math.max(start + 1_000, record.endedAt ? Date.parse(record.endedAt) : 0, ...moments);
  const turns = record.timeline.flatMap(({ type, data: { userEndedAt, latencyMs } = {} }) =>
    type === 'turn' && userEndedAt !== undefined && latencyMs !== undefined
      ? [{ from: Date.parse(userEndedAt), latencyMs }]
      : [],
  );
  const events = record.timeline.filter(({ type }) => type !== 'turn');
  const answers = turns.flatMap(({ from, latencyMs }) => [from, from + latencyMs]);
  const { share, pauses } = drawScale([start, end, ...moments, ...answers]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what can be scrolled.
    <section aria-label={words.timeline} tabIndex={0} style={{ overflowX: 'auto' }}>
      <div style={{ display: 'grid', gridTemplateColumns: 'max-content minmax(10rem, 1fr)' }}>
        {(Object.keys(LANES) as (keyof typeof LANES)[]).map((lane) => (
          <Lane key={lane} name={LANES[lane]}>
            {pauses.map(({ from, ms }) => {
              const text = fill(words.gap, { time: formatSeconds(ms / 1000) });
              return (
                <span
                  key={from}
                  title={text}
                  className="pause"
                  style={{ left: `${share(from)}%`, width: `${share(from + ms) - share(from)}%` }}
                >
                  {lane === 'latency' && <span>{text}</span>}
                </span>
              );
            })}
            {record.transcript
              .filter(({ author }) => author === lane)
              .map(({ id, content, recordedAt }) => (
                <Mark key={id} left={share(Date.parse(recordedAt))} title={content} color={COLORS[lane]} />
              ))}
            {lane === 'latency' &&
              turns.map(({ from, latencyMs }) => (
                <span
                  key={from}
                  title={fill(words.answered, { ms: formatMilliseconds(latencyMs) })}
                  style={{
                    position: 'absolute',
                    left: `${share(from)}%`,
                    width: `max(3px, ${share(from + latencyMs) - share(from)}%)`,
                    top: 9,
                    height: 12,
                    borderRadius: 3,
                    background: 'var(--mantine-color-yellow-6)',
                  }}
                />
              ))}
            {lane === 'events' &&
              events.map((entry, at) => (
                <Mark
                  // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added.
                  key={at}
                  left={share(Date.parse(entry.recordedAt))}
                  title={titleOf(entry, record.timeline)}
                  color={COLORS[entry.type] ?? 'var(--mantine-color-gray-5)'}
                />
              ))}
          </Lane>
        ))}
        <span />
        <Text size="xs" c="dimmed" style={{ display: 'flex', justifyContent: 'space-between' }}>
          <span>{words.start}</span>
          <span>{formatSeconds((end - start) / 1000)}</span>
        </Text>
      </div>
    </section>
  );
}

function titleOf(entry: TimelineEntry, timeline: readonly TimelineEntry[]): string {
  const type = nameOf(words.types, entry.type);
  const content = sentenceOf(entry, timeline) ?? entry.content;
  return content ? fill(words.event, { type, content }) : type;
}

function Lane({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <Text size="xs" c="dimmed" lh={`${LANE_HEIGHT}px`} pe="sm">
        {name}
      </Text>
      <div
        style={{
          position: 'relative',
          height: LANE_HEIGHT,
          borderBottom: '1px solid var(--mantine-color-default-border)',
          marginInlineEnd: 10,
        }}
      >
        {children}
      </div>
    </>
  );
}

function Mark({ left, title, color }: { left: number; title: string; color: string | undefined }) {
  return (
    <span
      title={title}
      style={{
        position: 'absolute',
        left: `calc(${left}% - 5px)`,
        top: 10,
        width: 10,
        height: 10,
        borderRadius: '50%',
        background: color,
      }}
    />
  );
}
