import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  CANNOT_GO_ON,
  FAULTS,
  type Fault,
  FaultyServers,
  OWN_WORDS,
  type Visit,
} from '../support/inside/faults.ts';
import { FAULT_NAMES, type Moment, PIPELINE_PARTS, type PipelinePart, visitTo } from './pipeline-faults.ts';
import { NO_WORD_TIMES, VENDOR_FAULTS, VENDOR_NAMES, visitToVendor } from './vendor-faults.ts';

const PAGE = new URL('../../../docs/guides/faults.md', import.meta.url);
const END = '<!-- drawn until here -->';

/** The longest time without a sound or a change of what is shown, while the visitor waits. */
const LONGEST_S = 7;

/** What a fault does to a visitor, and what is recorded of it. */
interface Row {
  moment: Moment;
  fault: string;
  notices: readonly string[];
  recorded: readonly string[];
}

let servers: FaultyServers;
beforeEach(async () => {
  servers = await new FaultyServers().listen();
});
afterEach(() => servers.stop());

/** Nobody is left in silence, nobody reads a vendor's words, and the captions are what is recorded. */
function check(visit: Visit, notices: readonly string[], questions = 1): void {
  const { stage } = visit;
  const story = notices.join('\n');
  const said = notices.filter((line) => line.includes('"'));
  expect(said, story).not.toEqual([]);
  if (stage.ended) expect(said.at(-1), story).toContain(CANNOT_GO_ON);
  else expect(notices.at(-1), story).toMatch(/listening$/);
  for (const [place, line] of notices.entries()) {
    const before = notices[place - 1] ?? '0.0';
    if (!before.endsWith('listening'))
      expect(Number.parseFloat(line) - Number.parseFloat(before), story).toBeLessThan(LONGEST_S);
  }
  expect(visit.sent).not.toContain(OWN_WORDS);
  const answers = notices.some((line) => line.includes('museum'));
  expect(stage.timeline('turn'), story).toHaveLength(answers ? questions : 0);
  const captions = stage.room.segments.filter(({ identity, final }) => final && identity === undefined);
  const recorded = stage.transcript().filter((line) => line.startsWith('character: '));
  expect(captions.map(({ text }) => `character: ${text}`)).toEqual(recorded);
}

const secondsOf = (fault: string) =>
  fault
    .replace(/^\S+ /, '')
    .replace(/ (\d+|-)$/, (_, ms) => (Number(ms) > 0 ? ` ${Number(ms) / 1000} s` : ''));

/** Joins what was recorded, with the number of repetitions. */
function together(recorded: readonly string[]): string {
  const times = new Map<string, number>();
  for (const each of recorded) times.set(each, (times.get(each) ?? 0) + 1);
  return [...times].map(([each, count]) => (count > 1 ? `${each} ×${count}` : each)).join(', ') || 'nothing';
}

/** Draws a table in which faults with the same outcome share a row. */
function draw(rows: readonly Row[]): string {
  const shared = new Map<string, Row[]>();
  for (const row of rows) {
    const outcome = `${row.moment} ${row.notices.join()}`;
    shared.set(outcome, [...(shared.get(outcome) ?? []), row]);
  }
  const cells = [
    ['when', 'fault', 'what the visitor sees and hears', 'recorded'],
    ...[...shared.values()].map((same) => [
      same[0]!.moment,
      same.map(({ fault }) => fault).join('; '),
      same[0]!.notices
        .map((each) => each.replace('thinking', 'thinks').replace('listening', 'listens'))
        .join(' · '),
      [...new Set(same.map(({ recorded }) => together(recorded)))].join('; '),
    ]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = [cells[0]!, widths.map((width) => '-'.repeat(width)), ...cells.slice(1)].map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  return lines.join('\n');
}

/** Compares the table with the one in the page, or writes it there. */
async function compare(name: string, rows: readonly Row[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const begin = `<!-- ${name}: drawn by \`npm run draw:faults\` -->`;
  const [before = '', rest = ''] = page.split(begin);
  const drawn = `${before}${begin}\n\n${draw(rows)}\n\n${rest.slice(rest.indexOf(END))}`;
  if (process.env.VISAVIS_TEST_WRITE_FAULTS) await writeFile(PAGE, drawn);
  else expect(page, 'to write it anew: npm run draw:faults').toBe(drawn);
}

/** Lets a visitor come and ask while a part of the pipeline fails: from the start, or from the question on. */
async function pipelineRows(part: PipelinePart, fault: Fault, fromStart: boolean): Promise<Row[]> {
  servers = await new FaultyServers().listen();
  const { visit, notes } = visitTo(part, servers);
  if (fromStart) await servers.fail(part, fault);
  const welcome = await visit.arrives(fromStart ? 9 : 3);
  const atStart = [...visit.faults];
  if (!fromStart) await servers.fail(part, fault);
  const isAskedAgain = ASKED_AGAIN.includes(part);
  const sees = await visit.asks(part === 'recognition' ? 'speaking' : 'typing', isAskedAgain ? 10 : 16);
  check(visit, sees);
  const recorded = () => {
    const results = visit.stage.timeline('tool_result').map((result) => JSON.parse(result).content as string);
    const failures = results.flatMap((content) => /^The tool failed: [^{]*\w/.exec(content) ?? []);
    return [...visit.faults.slice(atStart.length).map(secondsOf), ...notes, ...failures];
  };
  const first = recorded();
  const name = FAULT_NAMES[fault];
  const rows: Row[] = [{ moment: 'after a question', fault: name, notices: sees, recorded: first }];
  if (isAskedAgain) {
    const next = await visit.asks('typing', 8);
    check(visit, next, 2);
    rows.push({
      moment: 'after the next question',
      fault: name,
      notices: next,
      recorded: recorded().slice(first.length),
    });
  }
  await visit.ends();
  await servers.stop();
  if (!fromStart) return rows;
  return [
    { moment: 'at the start', fault: name, notices: welcome, recorded: atStart.map(secondsOf) },
    { moment: 'after a question, from the start', fault: name, notices: sees, recorded: first },
  ];
}

/** What fails before it is asked for the first time is noticed only then. */
const USED_AT_START: readonly PipelinePart[] = ['model', 'voice'];
/** Nothing replaces these, but the next question does not wait for them again. */
const ASKED_AGAIN: readonly PipelinePart[] = ['embeddings', 'tool'];

test.each(PIPELINE_PARTS)('%s', async (part) => {
  await servers.stop();
  const rows: Row[] = [];
  for (const fault of FAULTS) {
    rows.push(...(await pipelineRows(part, fault, false)));
    if (USED_AT_START.includes(part)) rows.push(...(await pipelineRows(part, fault, true)));
  }
  const moments: readonly Moment[] = [
    'at the start',
    'after a question, from the start',
    'after a question',
    'after the next question',
  ];
  await compare(
    part,
    moments.flatMap((moment) => rows.filter((row) => row.moment === moment)),
  );
});

test.each(VENDOR_NAMES)('%s', async (vendor) => {
  const rows: Row[] = [];
  for (const [name, fault] of Object.entries(VENDOR_FAULTS)) {
    if (vendor === NO_WORD_TIMES && !name.includes('in the middle')) continue;
    const { visit, notices, end } = await visitToVendor(vendor, fault, servers);
    check(visit, notices);
    rows.push({ moment: fault.moment, fault: name, notices, recorded: visit.faults.map(secondsOf) });
    await end();
  }
  await compare(vendor, rows);
});
