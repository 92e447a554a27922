/** `npm run bench -- <name> [--save] [options]`: runs `benches/<name>/run.ts` and prints its tables. */
import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';
import { type Bench, Report } from './support/report.ts';

const [name, ...args] = process.argv.slice(2);
const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'support')
  .map((entry) => entry.name);

if (!name || !folders.includes(name)) {
  process.stderr.write(`Usage: npm run bench -- <${folders.join('|')}> [--save]\n`);
  process.exit(2);
}

const report = new Report();
const date = new Date().toISOString().slice(0, 10);
report.text(`# ${name}, ${date}`);
report.text(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Linux ${release()}, Node ${process.versions.node}`,
);
const { run } = (await import(`./${name}/run.js`)) as { run: Bench };
await run(
  args.filter((arg) => arg !== '--save'),
  report,
);
if (args.includes('--save')) {
  // Compiled to benches/dist: results stand beside the sources.
  const file = new URL(`../results/${name}-${date}.md`, import.meta.url);
  // A later result of the same day is added to the earlier one.
  if (existsSync(file)) appendFileSync(file, '\n');
  appendFileSync(file, report.toString());
}
// Exits with the code that the benchmark has set, even if it left something open.
process.exit();
