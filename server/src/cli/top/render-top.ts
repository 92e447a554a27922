import { availableParallelism } from 'node:os';
import { quantile } from '../../lib/prometheus-text.ts';
import { clockText, type ListedConversation, plain, secondsOf, stateText } from '../conversation-rows.ts';
import { megabytes } from '../progress-bar.ts';
import { formatTable } from '../table.ts';
import type { Snapshot } from './snapshot.ts';

export interface TopView {
  /** Where the service is. */
  address: string;
  /** Whether it is on this machine. */
  isHere: boolean;
  now: Snapshot;
  /** The moment before, for what is counted by time. */
  before: Snapshot | undefined;
  /** The snapshot of a minute ago, or the first one; absent: figures are since the start of the service. */
  oldest: Snapshot | undefined;
  columns: number;
  rows: number;
  colours: boolean;
}

/** A piece of a line, and how it stands out. */
type Piece = [text: string, style?: keyof typeof STYLES];

const STYLES = { bold: ['\u001b[1m', '\u001b[22m'], dim: ['\u001b[2m', '\u001b[22m'] } as const;
const BAR = 20;

/** The whole screen, as lines. */
export function renderTop(view: TopView): string[] {
  const { address, now, columns, rows, colours } = view;
  const time = new Date(now.at).toTimeString().slice(0, 8);
  const title = `Visavis  ${address}`;
  const head: Piece[][] = [
    [[title.padEnd(columns - time.length), 'bold'], [time]],
    [],
    ...facts(view).map(([name, text]): Piece[] => [[name.padEnd(14), 'dim'], [text]]),
    [],
  ];
  const room = Math.max(1, rows - head.length - 3);
  const shown = now.conversations.slice(0, room);
  const [names, ...lines] = formatTable([
    ['ID', 'STATE', 'LENGTH', 'LEFT', 'TURNS', 'ANSWER', 'ENGINE', 'USER', 'NAME'],
    ...shown.map((one) => rowOf(one, now.at)),
  ]).split('\n');
  const table: Piece[][] = [[[names!, 'bold']], ...lines.map((line): Piece[] => [[line]])];
  const body: Piece[][] = shown.length === 0 ? [[['No conversation runs.', 'dim']]] : table;
  const hidden = now.total - shown.length;
  if (hidden > 0) body.push([[`and ${hidden} more`, 'dim']]);
  return [...head, ...body].map((line) => draw(line, columns, colours));
}

/** To the width of the terminal. */
function draw(line: readonly Piece[], columns: number, colours: boolean): string {
  let room = columns;
  let text = '';
  for (const [piece, style] of line) {
    const kept = piece.slice(0, room);
    room -= kept.length;
    text += colours && style ? STYLES[style][0] + kept + STYLES[style][1] : kept;
  }
  return text.trimEnd();
}

function facts({ now, before, oldest, isHere }: TopView): [string, string][] {
  const { metrics } = now;
  const rows: [string, string][] = [['Organization', `${now.active} of ${now.limit} conversations`]];
  if (!metrics) return [...rows, ['Service', 'its figures are for the operator: set VISAVIS_ADMIN_TOKEN']];
  const places = metrics.sum('visavis_worker_places') ?? 0;
  const taken = metrics.sum('visavis_worker_places_taken') ?? 0;
  rows.push(['Places', `${bar(places > 0 ? taken / places : 0)}  ${taken} of ${places} taken`]);
  const latency = metrics.buckets('visavis_turn_latency_seconds');
  const minuteAgo = oldest?.metrics?.buckets('visavis_turn_latency_seconds');
  const ms = (share: number) => {
    const seconds = quantile(share, latency, minuteAgo);
    return seconds === undefined ? undefined : `${Math.round(seconds * 1000)} ms`;
  };
  const time = oldest ? 'in the last minute' : 'since it started';
  const answers = ms(0.5) ? `within ${ms(0.5)} (median), ${ms(0.95)} (95 of 100), ${time}` : `none ${time}`;
  rows.push(['Answers', answers]);
  rows.push(['Pictures', `${metrics.sum('visavis_pictures_per_second') ?? '-'} a second`]);
  rows.push(['Processor', processor(now, before, isHere)]);
  const workers = metrics.sum('visavis_workers_resident_memory_bytes') ?? 0;
  const service = metrics.sum('process_resident_memory_bytes') ?? 0;
  rows.push(['Memory', `service ${megabytes(service)}, workers ${megabytes(workers)}`]);
  return rows;
}

function processor(now: Snapshot, before: Snapshot | undefined, isHere: boolean): string {
  const used = (it: Snapshot) => it.metrics?.sum('process_cpu_seconds_total');
  const [later, earlier] = [used(now), before && used(before)];
  if (!before || later === undefined || earlier === undefined) return 'being measured';
  const percent = (100_000 * (later - earlier)) / Math.max(1, now.at - before.at);
  const service = `service ${Math.max(0, Math.round(percent))} % of a core`;
  if (!isHere) return service;
  const share = (now.machine.busy - before.machine.busy) / Math.max(1, now.machine.all - before.machine.all);
  return `${service}   machine ${bar(share)}  ${Math.round(100 * share)} % of ${availableParallelism()} cores`;
}

function rowOf(one: ListedConversation, now: number): string[] {
  const turns = (one.timeline ?? []).filter(({ type }) => type === 'turn');
  const seconds = secondsOf(one, now);
  return [
    one.id,
    stateText(one),
    clockText(seconds),
    one.joinedAt ? clockText(one.maxSeconds - seconds) : '-',
    String(turns.length),
    latencyOf(turns.at(-1)?.content),
    one.engine ?? 'own agent',
    plain(one.consumerName ?? one.consumerIdentity, 20),
    plain(one.name, 40),
  ];
}

function latencyOf(turn: string | undefined): string {
  try {
    const { latencyMs } = JSON.parse(turn ?? '{}') as { latencyMs?: unknown };
    return typeof latencyMs === 'number' ? `${Math.round(latencyMs)} ms` : '-';
  } catch {
    return '-';
  }
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
}
