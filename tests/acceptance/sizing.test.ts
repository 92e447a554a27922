/** The guide of sizes, ports and costs: its figures follow from those that were measured, its ports are those of the files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/guide.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const GUIDE = read('docs/guides/sizing.md');
const PLANNED = 0.7;
const MACHINE = { cores: 8, megabytes: 16_000 };
const SIZES = [100, 1_000, 10_000];

/** The rows of every table in Markdown, their cells without spaces around. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** The cells of the row that begins so. */
function row(text: string, first: string | RegExp): string[] {
  const found = rowsOf(text).filter(([cell]) =>
    typeof first === 'string' ? cell === first : first.test(cell!),
  );
  expect(found.length, String(first)).toBeGreaterThan(0);
  return found[0]!;
}

const numberIn = (cell: string | undefined) => Number(/[\d.,]+/.exec(cell ?? '')?.[0].replaceAll(',', ''));

/** What one conversation takes, from the tables of the benches. */
function measured() {
  const results = read('benches/results/density-2026-11-23.md');
  const density = results.slice(results.lastIndexOf('talk=always'));
  const header = row(density, 'conversations');
  const column = (name: string, conversations: string) =>
    Number(row(density, conversations)[header.indexOf(name)]);
  const [four, six] = [column('workers MB', '4'), column('workers MB', '6')];
  const roomThread = rowsOf(density).find(
    ([process, thread]) => process === 'service' && thread === 'node 11',
  );
  const rooms = read('benches/results/room-server-2026-11-20.md');
  const livekit = /^share of one core \(%\) +livekit-server +\d+ +([\d.]+)/m.exec(rooms)![1];
  const eachMb = Math.round((six - four) / 2);
  return {
    service: column('service %', '6'),
    memory: [four, six],
    core: Math.round(column('service %', '6') / 6) / 100,
    eachMb,
    machineMb: four - 4 * eachMb,
    roomCore: Math.round(Number(roomThread![2])) / 1000,
    livekitCore: Math.round((Number(livekit) / 3) * 10) / 1000,
  };
}

test('what one conversation costs is what the benches measured', () => {
  const { service, memory, core, eachMb, machineMb, roomCore, livekitCore } = measured();
  expect(row(GUIDE, /^service and workers with 6/)[1]).toBe(`${service} % of a core`);
  expect(row(GUIDE, 'so a conversation')[1]).toBe(`${service} / 6 = ${core * 100} % of a core`);
  expect(row(GUIDE, /^workers with 4/)[1]).toBe(`${memory.join(' and ')} MB`);
  expect(row(GUIDE, 'so a further conversation')[1]).toMatch(new RegExp(`= ${eachMb} MB$`));
  expect(row(GUIDE, /^and what workers hold/)[1]).toMatch(new RegExp(`= ${machineMb} MB$`));
  expect(row(GUIDE, /^the embedded room server/)[1]).toBe(`${(roomCore * 100).toFixed(1)} % of a core`);
  expect(row(GUIDE, /^a LiveKit server/)[1]).toMatch(
    new RegExp(`= ${(livekitCore * 100).toFixed(1)} % of a core$`),
  );
});

test('100, 1,000 and 10,000 at once follow from it', () => {
  const { core, eachMb, machineMb, roomCore, livekitCore } = measured();
  const each = Math.floor((MACHINE.cores * PLANNED) / core);
  const memoryOfOne = machineMb + each * eachMb;
  expect(memoryOfOne).toBeLessThan(MACHINE.megabytes);
  for (const said of [
    `8 × 0.70 / ${core} = ${each} conversations each`,
    `${memoryOfOne.toLocaleString('en')} MB`,
    `0.80 / ${roomCore} = ${Math.floor(0.8 / roomCore)} conversations`,
    `1 / ${each} = ${(100 / each).toFixed(1)} % of an hour`,
  ])
    expect(GUIDE).toContain(said);
  const mbit = numberIn(/at most ([\d.]+) Mbit/.exec(GUIDE)![1]);
  expect(GUIDE).toContain(`${mbit} Mbit/s × 3,600 s / 8 = ${((mbit * 3600) / 8 / 1000).toFixed(2)} GB`);
  const machines = (n: number) => Math.ceil(n / each);
  const rows: [RegExp, (n: number) => number][] = [
    [/^cores that are busy/, (n) => n * core],
    [/^worker machines/, machines],
    [/^memory in use/, (n) => (n * eachMb + machines(n) * machineMb) / 1000],
    [/^LiveKit, cores/, (n) => Math.ceil((n * livekitCore) / PLANNED)],
    [/^starts a second/, (n) => n / 300],
  ];
  for (const [name, of] of rows) {
    const said = row(GUIDE, name).slice(1).map(numberIn);
    const counted = SIZES.map(of);
    for (const [at, value] of counted.entries())
      expect(Math.abs(said[at]! - value) / value, `${name} at ${SIZES[at]}: ${value}`).toBeLessThan(0.011);
  }
  const sent = row(GUIDE, /^sent to consumers/).slice(1);
  expect(sent).toEqual(
    SIZES.map((n) => (n * mbit < 1000 ? `${n * mbit} Mbit/s` : `${(n * mbit) / 1000} Gbit/s`)),
  );
});

/** `UDP 50000`, `TCP 443` and so on, which the services of a file open to the world. */
function opened(path: string): string[] {
  const { services } = parse(read(path), { merge: true }) as {
    services: Record<string, { ports?: string[] }>;
  };
  const ports = Object.values(services).flatMap((service) => service.ports ?? []);
  return ports
    .map((port) => port.replace(/^(\d+):\d+\/(\w+)$/, (_, number, by) => `${by.toUpperCase()} ${number}`))
    .sort();
}

test.each(['compose.yaml', 'compose.cluster.yaml'])('the ports of %s are those that it opens', (path) => {
  const said = rowsOf(GUIDE)
    .filter(([what]) => what!.includes(`\`${path}\``))
    .flatMap(([, ports]) => ports!.split('; '))
    .flatMap((group) => {
      const [by, ...numbers] = group.split(/[ ,]+/);
      return numbers.map((number) => `${by} ${number}`);
    });
  expect(said.sort()).toEqual(opened(path));
});
