import './timeline.css';
import { Text } from '@mantine/core';
import type { Conversation, TimelineEntry } from '@visavis/client';
import type { CSSProperties, ReactNode } from 'react';
import { sentenceOf } from '../lib/event-sentence.ts';
import { formatMilliseconds, formatSeconds, formatTimeRange, nameOf } from '../lib/format.ts';
import { fill, texts } from '../texts/texts.ts';

const { conversation: words, common } = texts;

const LANES = { user: common.user, latency: words.latency, character: common.avatar, events: words.events };
const LANE_HEIGHT = 30;
const COLORS: Record<string, string> = {
  user: 'var(--mantine-color-blue-6)',
  latency: 'var(--mantine-color-yellow-6)',
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
/** The width of a line of the transcript that fits its first words; more lines than fit are scrolled. */
const LINE_REM = 5;
const MAX_REM = 150;

/** Times in milliseconds since the epoch. */
interface Span {
  lane: 'user' | 'latency' | 'character';
  from: number;
  to: number;
  text: string;
  title: string;
  isCut?: boolean;
}

/** Returns the position of each time on the line, in percent, and the pauses that are drawn shortened. */
function drawScale(moments: readonly number[], spans: readonly Span[]) {
  const stops = [...new Set(moments)].sort((a, b) => a - b);
  const pauses: { from: number; ms: number }[] = [];
  let length = 0;
  const lengths = stops.map((at, n) => {
    const since = stops[n - 1] ?? at;
    const isPause = at - since > LONGEST_PAUSE_MS && !spans.some(({ from, to }) => from <= since && to >= at);
    if (isPause) pauses.push({ from: since, ms: at - since });
    length += isPause ? LONGEST_PAUSE_MS : at - since;
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

/** Returns what was said, from its beginning to its end, and how long each answer took. */
function spansOf({ transcript, timeline }: Conversation, cutLines: ReadonlySet<string>): Span[] {
  const lines = transcript.map(({ id, author, content, recordedAt, endedAt = recordedAt }): Span => {
    const isCut = cutLines.has(id);
    const type = formatTimeRange(recordedAt, endedAt);
    const text = isCut ? `${content} ${words.interrupted}` : content;
    return {
      lane: author,
      from: Date.parse(recordedAt),
      to: Date.parse(endedAt),
      // What was typed has no length.
      text: endedAt === recordedAt ? '' : content,
      title: fill(words.event, { type, content: text }),
      isCut,
    };
  });
  const answers = timeline.flatMap(({ type, data: { userEndedAt, latencyMs } = {} }): Span[] => {
    if (type !== 'turn' || userEndedAt === undefined || latencyMs === undefined) return [];
    const from = Date.parse(userEndedAt);
    const title = fill(words.answered, { ms: formatMilliseconds(latencyMs) });
    return [{ lane: 'latency', from, to: from + latencyMs, text: '', title }];
  });
  return [...lines, ...answers];
}

/**
 * Draws a timeline of the conversation, to scale except for long pauses: who spoke from when to when, what was
 * interrupted, how long each answer took, and all other events. `cutLines` are the ids of interrupted lines.
 */
export function Timeline({ record, cutLines }: { record: Conversation; cutLines: ReadonlySet<string> }) {
  const start = Date.parse(record.startedAt);
  const spans = spansOf(record, cutLines);
  const moments = [
    ...record.timeline.map(({ recordedAt }) => Date.parse(recordedAt)),
    ...spans.flatMap(({ from, to }) => [from, to]),
  ];
  const end = Math.max(start + 1_000, record.endedAt ? Date.parse(record.endedAt) : 0, ...moments);
  const events = record.timeline.filter(({ type }) => type !== 'turn');
  const { share, pauses } = drawScale([start, end, ...moments], spans);
  const placeOf = (from: number, to: number) => ({
    left: `${share(from)}%`,
    width: `${share(to) - share(from)}%`,
  });
  const widthRem = Math.min(MAX_REM, Math.max(10, LINE_REM * record.transcript.length));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what can be scrolled.
    <section aria-label={words.timeline} tabIndex={0} style={{ overflowX: 'auto' }}>
      <div style={{ display: 'grid', gridTemplateColumns: `max-content minmax(${widthRem}rem, 1fr)` }}>
        {(Object.keys(LANES) as (keyof typeof LANES)[]).map((lane, row) => (
          <Lane key={lane} name={LANES[lane]} row={row + 1}>
            {spans
              .filter((span) => span.lane === lane)
              .map(({ from, to, text, title, isCut }, at) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: two lines may begin at the same time.
                  key={at}
                  title={title}
                  className="span"
                  data-cut={isCut || undefined}
                  style={{ ...placeOf(from, to), '--span-color': COLORS[lane] } as CSSProperties}
                >
                  {text}
                </span>
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
        <div className="across-lanes">
          {pauses.map(({ from, ms }) => {
            const text = fill(words.gap, { time: formatSeconds(ms / 1000) });
            return (
              <span key={from} title={text} className="pause" style={placeOf(from, from + ms)}>
                <span>{text}</span>
              </span>
            );
          })}
          {events
            .filter(({ type }) => type === 'interruption')
            .map(({ recordedAt }) => (
              <span
                key={recordedAt}
                className="interruption"
                style={{ left: `${share(Date.parse(recordedAt))}%` }}
              />
            ))}
        </div>
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

function Lane({ name, row, children }: { name: string; row: number; children: ReactNode }) {
  return (
    <>
      <Text size="xs" c="dimmed" lh={`${LANE_HEIGHT}px`} pe="sm" style={{ gridArea: `${row} / 1` }}>
        {name}
      </Text>
      <div
        style={{
          gridArea: `${row} / 2`,
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
