/** `npm run bench -- <name> [options] [--save]`: runs `benches/<name>/run.ts` and prints its tables. */
import { appendFileSync, existsSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';
import { Bench, type Run } from './support/bench.ts';

/** The question that each benchmark answers, and its options with their defaults. */
const BENCHES: Readonly<Record<string, string>> = {
  api: 'What does the API add to a query of its store? [seconds=3 store= operation=]',
  console: 'When does the console answer clicks? [rounds=8]',
  density:
    'How many conversations does a machine hold: pictures a second, gaps, sound that is missing, replies? [counts=1,4,6,8 talk=always|turns|never fps=25 idle=12 min=25 workers= places=all|measured yardstick=yes|no]',
  echo: 'Does the avatar take its own echo for a user? [minutes=2 set=tuning|held-out way=]',
  face: 'What does a picture cost? [frames=300]',
  faults:
    'What is lost when processes, threads, disk and connections fail at random? [seed=1 minutes=30 only=]',
  hostile:
    'What does each attack of the suite hostile cost: memory, and how long is the service held? [rounds=3 only=]',
  likeness:
    'How like people that a renderer poses is what is drawn of them? [pictures=benches/likeness/rendered]',
  'local-language':
    'In Chromium: when does the language model of this machine answer a spoken question, alone and two at a time? [questions=10 conversations=1,2]',
  overhead: 'What do we add to the first sound of each engine, and to an interruption? [rounds=20 engine=]',
  retrieval: 'Are the right passages found, and how fast? [sizes=100,1000,10000]',
  soak: 'Does memory grow with conversations? [conversations=50]',
  'speech-recognition': 'How many words are wrong, by voice and noise? [folders with recordings]',
  'spoken-turn':
    'How long from the last word of a spoken question to the answer, on this machine? [questions=15 conversations=1,2]',
  start: 'When is the face there after a request? [rounds=20 which=favourite|turns]',
  sync: 'How far is the picture from the sound, and how evenly do pictures come? [conversations=10 loaded=4 others=3 utterances=3]',
  turn: 'In Chromium: when is the answer heard, how soon is it silent, how many pictures come, how much sound is missing? [rounds=30]',
  turns: 'How often is noise taken for speech, and a pause for the end?',
  'versus-agents':
    'Is Visavis quicker than LiveKit Agents on the same servers, and at its cost? [n=20 speed=fast[,real,bursts] against=python,node rooms=embedded|livekit minutes=2 idle=60 faults=3 people=<folder with recordings> install=newest|kept]',
};

function help(): string {
  const lines = Object.entries(BENCHES).map(([name, line]) => `  ${name.padEnd(20)}${line}`);
  return ['Usage: npm run bench -- <name> [options] [--save]', '', ...lines, ''].join('\n');
}

const [name = '', ...args] = process.argv.slice(2);
if (!(name in BENCHES) || args.includes('--help')) {
  const isAsked = name === '--help' || args.includes('--help');
  (isAsked ? process.stdout : process.stderr).write(help());
  process.exit(isAsked ? 0 : 2);
}

const bench = new Bench(args.filter((arg) => arg !== '--save'));
const { report } = bench;
const date = new Date().toISOString().slice(0, 10);
report.text(`# ${name}, ${date}`);
report.text(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Linux ${release()}, Node ${process.versions.node}\n`,
);
const { run } = (await import(`./${name}/run.js`)) as { run: Run };
try {
  await run(bench);
} finally {
  await bench.scope.close();
}
if (args.includes('--save')) {
  // Compiled to benches/dist, while results are stored beside the sources.
  const file = new URL(`../results/${name}-${date}.md`, import.meta.url);
  // Later results of the same day are appended.
  if (existsSync(file)) appendFileSync(file, '\n');
  appendFileSync(file, report.toString());
}
// Exits with the code set by the benchmark, even if it left something open.
process.exit();
