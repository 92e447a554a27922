import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { openDatabase } from '../open-database.ts';

const writer = fileURLToPath(new URL('../testing/durability-writer.js', import.meta.url));
const ROUNDS = 20;

const dataDir = useFolder();
beforeAll(async () => {
  const db = await openDatabase({ dataDir });
  await db.pool.query('create table pairs (id int, side text, filler text, primary key (id, side))');
  await db.close();
});

/** Seeded, so that every run kills at about the same moments. */
const random = seededRandom(1);

/** Lets the writer run until `commits` are acknowledged and a random time longer, and kills it. */
async function writeAndKill(first: number, commits: number): Promise<number[]> {
  const child = spawn(process.execPath, [writer, dataDir, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  let doomed = false;
  child.stdout.on('data', (text) => {
    output += String(text);
    if (doomed || output.split('\n').length < commits + 2) return;
    doomed = true;
    setTimeout(() => child.kill('SIGKILL'), random() * 150);
  });
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  // The last line may be incomplete and does not count as acknowledged.
  return output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line !== 'started')
    .map(Number);
}

it(`loses no acknowledged row to kill -9, ${ROUNDS} times over`, { timeout: 400_000 }, async () => {
  const acknowledged = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = 1 + Math.max(0, ...acknowledged) + 1_000;
    for (const id of await writeAndKill(first, 20 + Math.floor(random() * 40))) acknowledged.add(id);
    // Opens at once, because the lock was released when the process was killed.
    const db = await openDatabase({ dataDir });
    try {
      const { rows } = await db.pool.query<{ id: number; sides: number }>(
        'select id, count(*)::int as sides from pairs group by id',
      );
      const found = new Map(rows.map((row) => [row.id, row.sides]));
      expect(
        [...acknowledged].filter((id) => !found.has(id)),
        `round ${round}`,
      ).toEqual([]);
      expect(
        rows.filter((row) => row.sides !== 2),
        'half a transaction',
      ).toEqual([]);
      // The index and the table must agree.
      await db.pool.query('set enable_seqscan = off');
      const byIndex = await db.pool.query(
        `select count(*)::int as n from pairs where id >= 0 and side = 'left'`,
      );
      expect(byIndex.rows[0].n).toBe(found.size);
    } finally {
      await db.close();
    }
  }
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * 20);
});
