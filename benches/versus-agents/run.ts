import { loadavg } from 'node:os';
import { basename } from 'node:path';
import { readRecordings } from '../speech-recognition/recordings.ts';
import type { Bench } from '../support/bench.ts';
import { ask, cpuSeconds, descentOf, proportionalMb, startChild } from '../support/processes.ts';
import { pause, type Scope } from '../support/scope.ts';
import { SENTENCES, SET_RATE } from '../support/sounds.ts';
import { forMicrophone, installedVoices, openFlite, speakAll } from '../support/speech.ts';
import { Asker, type Begun } from './asker.ts';
import { type Against, type Contender, type Rooms, startAgents, startVisavis } from './contenders.ts';
import { Figures } from './figures.ts';
import type { Behaviour, Speed } from './model-servers.ts';

/** How far into an answer the user interrupts. */
const LISTEN_MS = 1500;
/** Pause after a conversation, in which the next process or avatar is prepared. */
const REST_MS = 4000;
/** Pause after the start, and after a conversation has begun. */
const SETTLE_MS = 15_000;
/** In a measured minute, questions are asked at this interval, however quickly they are answered. */
const SLOT_MS = 12_000;
const FAULT_MS = 30_000;
const SHORT_ANSWER = 'Yes, of course, I will gladly tell you.';
/** Begins like the short one: a contender that speaks sentence by sentence waits no longer for the first one. */
const LONG_ANSWER =
  `${SHORT_ANSWER} We are open from ten in the morning until six in the evening, and on Saturdays until nine. ` +
  'Please come to the main entrance, where my colleagues will show you the way to everything.';
/** The part of a recording that is one question, in seconds. */
const RECORDED_S = { from: 1.5, to: 6 };

interface Question {
  text: string;
  pcm: Int16Array;
}
const SPEED_NAMES: Record<Speed, string> = {
  fast: 'at five times real time',
  real: 'in real time',
  bursts: 'in bursts of a second, at twice real time',
};
/** How the face of a conversation is used, if the contender has one. */
const WAYS = {
  seen: 'with a face that is received',
  unseen: 'with a face that nobody receives',
  left: 'with a face that was received before',
  voice: 'voice only (`video: false`)',
} as const;
type Way = keyof typeof WAYS;
const FAULTS = { llm: 'the language model never answers', tts: 'speech stalls after its headers' } as const;

type Order = (change: Partial<Behaviour>) => Promise<unknown>;

/**
 * Compares Visavis' pipeline, with a face, and LiveKit Agents with defaults, one after the other in each round, with
 * the same simulated servers, kind of room server, client and questions. All run on this machine as separate processes.
 */
export async function run({ options, report, scope }: Bench): Promise<void> {
  const given = options({
    n: 20,
    speed: 'fast',
    against: 'python,node',
    rooms: 'embedded',
    minutes: 2,
    idle: 60,
    faults: 3,
    people: '',
    install: 'newest',
  });
  const rooms = given.rooms as Rooms;
  const { name: user, questions } = await questionsOf(scope, given.people);
  const servers = startChild(scope, new URL('./model-servers.js', import.meta.url));
  const baseUrl = `http://127.0.0.1:${await ask<number>(servers)}/v1`;
  const order: Order = (change) => ask(servers, change);
  const contenders = [await startVisavis(scope, baseUrl, rooms)];
  for (const kind of given.against.split(','))
    contenders.push(await startAgents(scope, kind as Against, baseUrl, rooms, given.install === 'newest'));
  for (const { name, version } of contenders) report.text(`- ${name}: ${version}`);
  report.text(
    `\nRoom server: ${rooms}. The user: ${user}. Load average ${loadavg()[0]!.toFixed(1)} with what was started.`,
  );
  const figures = () => new Figures(contenders.map(({ name }) => name));

  report.heading('Without conversations');
  const idle = figures();
  await pause(SETTLE_MS);
  const before = contenders.map(cpuOf);
  await pause(given.idle * 1000);
  for (const [at, contender] of contenders.entries()) {
    idle.add('CPU, s a minute', contender.name, (since(before[at]!, contender) * 60) / given.idle);
    idle.add('memory (PSS), MB', contender.name, memoryOf(contender));
  }
  idle.show(report);

  for (const speed of given.speed.split(',')) {
    await order({ speed: speed as Speed });
    const turns = figures();
    const unmeasured = figures();
    // The first round warms everything up.
    for (let round = 0; round <= given.n; round++)
      for (const contender of contenders)
        await measureTurns(contender, round === 0 ? unmeasured : turns, order, [
          questions[round % questions.length]!,
          questions[(round + 1) % questions.length]!,
        ]);
    report.heading(`Turns, in ms: sound of the speech server ${SPEED_NAMES[speed as Speed]}`);
    turns.show(report);
  }
  await order({ speed: 'fast' });

  report.heading(`A conversation with a question every ${SLOT_MS / 1000} s`);
  const cost = figures();
  for (let round = 0; round < given.minutes; round++)
    for (const contender of contenders)
      for (const way of contender.hasFace ? (Object.keys(WAYS) as Way[]) : (['voice'] as const))
        await measureCost(contender, cost, order, questions, way);
  cost.show(report);

  report.heading(`Faults: first sound after a question, in ms; at most ${FAULT_MS / 1000} s are waited`);
  const faults = figures();
  for (const silent of Object.keys(FAULTS) as (keyof typeof FAULTS)[])
    for (let round = 0; round < given.faults; round++)
      for (const contender of contenders) await measureFault(contender, faults, order, silent);
  faults.show(report);
  report.text(`Load average ${loadavg()[0]!.toFixed(1)} in the end.`);
}

async function questionsOf(scope: Scope, people: string): Promise<{ name: string; questions: Question[] }> {
  const asked = (name: string, said: readonly { text: string; sound: Float32Array }[]) => ({
    name,
    questions: said.map(({ text, sound }) => ({ text, pcm: forMicrophone(sound) })),
  });
  if (people) {
    const isOne = ({ length }: Float32Array) =>
      length > RECORDED_S.from * SET_RATE && length < RECORDED_S.to * SET_RATE;
    const said = (await readRecordings(people)).filter(({ sound }) => isOne(sound));
    return asked(`people, ${basename(people)}`, said);
  }
  const [natural] = await installedVoices(scope);
  const sounds = natural
    ? await speakAll(natural.piper, natural.voice, SENTENCES)
    : await speakAll(await openFlite(scope), 'Kore', SENTENCES);
  return asked(
    natural?.name ?? 'Flite',
    sounds.map((sound, n) => ({ text: SENTENCES[n]!, sound })),
  );
}

/** Holds one conversation. If it fails, it yields no figures. */
async function converse(
  { name, open }: Contender,
  way: { isSeen: boolean; watches: boolean },
  work: (asker: Asker, begun: Begun) => Promise<void>,
): Promise<void> {
  const asker = new Asker();
  try {
    await work(asker, await asker.join(() => open(way.isSeen), way.watches));
  } catch (error) {
    console.error(`${name}: ${(error as Error).message.slice(0, 300)}`);
  }
  await asker.leave();
  await pause(REST_MS);
}

/** Measures the start of a conversation, a spoken question, an interruption of the answer, and a typed question. */
function measureTurns(
  contender: Contender,
  figures: Figures,
  order: Order,
  [first, second]: readonly [Question, Question],
): Promise<void> {
  const add = (row: string, value: number) => figures.add(row, contender.name, value);
  return converse(contender, { isSeen: true, watches: true }, async (asker, { greetedMs, connectMs }) => {
    add('start → the greeting’s first sound', greetedMs);
    add('token → in the room', connectMs);
    await order({ words: first.text, answer: LONG_ANSWER });
    add('last word → first sound of the answer', await asker.askAloud(first.pcm));
    await pause(LISTEN_MS);
    await order({ words: second.text, answer: SHORT_ANSWER });
    add('breaking in: first word → silence', await asker.breakIn(second.pcm));
    await asker.untilSilent();
    add('text sent → first sound of the answer', await asker.askInWriting(first.text));
  });
}

/** Measures the cost of a conversation, slot by slot. */
function measureCost(
  contender: Contender,
  figures: Figures,
  order: Order,
  questions: readonly Question[],
  way: Way,
): Promise<void> {
  // The other contenders have only voices, with which each way of the first is compared.
  const rows = contender.hasFace ? [WAYS[way]] : Object.values(WAYS);
  const add = (what: string, value: number) => {
    for (const row of rows) figures.add(`${what}, ${row}`, contender.name, value);
  };
  return converse(contender, { isSeen: way !== 'voice', watches: way !== 'unseen' }, async (asker) => {
    if (way === 'left') asker.lookAway();
    await pause(SETTLE_MS);
    let at = performance.now();
    for (let slot = 0; slot < 60_000 / SLOT_MS; slot++) {
      const { text, pcm } = questions[slot % questions.length]!;
      await order({ words: text, answer: LONG_ANSWER });
      const before = cpuOf(contender);
      await asker.say(pcm);
      at += SLOT_MS;
      await pause(at - performance.now());
      add('CPU, s a minute', (since(before, contender) * 60_000) / SLOT_MS);
    }
    add('memory (PSS), MB', memoryOf(contender));
  });
}

async function measureFault(
  contender: Contender,
  figures: Figures,
  order: Order,
  silent: keyof typeof FAULTS,
): Promise<void> {
  await converse(contender, { isSeen: true, watches: true }, async (asker) => {
    await order({ silent, answer: SHORT_ANSWER });
    const heardMs = await asker.askInWriting('What are your opening hours?', FAULT_MS);
    figures.add(FAULTS[silent], contender.name, heardMs);
  });
  await order({ silent: 'none' });
}

/** Returns the seconds of CPU time so far, by process. */
function cpuOf({ roots }: Contender): Map<number, number> {
  return new Map(roots.flatMap(descentOf).map((pid) => [pid, cpuSeconds(pid)]));
}

/** Returns the CPU seconds since `before` of the running processes; those of processes that have exited are unknown. */
function since(before: ReadonlyMap<number, number>, contender: Contender): number {
  return [...cpuOf(contender)].reduce((sum, [pid, after]) => sum + after - (before.get(pid) ?? 0), 0);
}

function memoryOf({ roots }: Contender): number {
  return roots.flatMap(descentOf).reduce((sum, pid) => sum + proportionalMb(pid), 0);
}
