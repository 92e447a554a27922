import type { VisavisClient } from '@visavis/client';
import {
  type Started,
  startConversation,
  stopConversation,
  timelineOf,
  turnsOf,
} from '../support/conversation.ts';
import { type ConsumerPage, seenBy } from '../support/pages.ts';
import { pause } from '../support/scope.ts';
import type { Thought } from './model-relay.ts';

/** After this long without words, a question is said again: a busy machine may lose parts of it. */
const UNHEARD_MS = 30_000;
const ANSWER_MS = 120_000;
const LOOK_MS = 50;
/** If they are this close, the end of speech in the timeline and the last word are the same end. */
const NEAR_MS = 2500;
/** How long before the last word the model may be asked: the beginning of a question may look like all of it. */
const AHEAD_MS = 3000;

export interface Question {
  text: string;
  pcm: Int16Array;
}

/** What a turn was, and when each step ended, in milliseconds after the last word of the question. */
export interface Turn {
  said: string;
  heardAs: string;
  answer: string;
  /** Whether sentences of the documents stood beside the question. */
  hasPassages: boolean;
  calls: string[];
  wordsMs: number;
  askedMs: number;
  tokenMs: number;
  clauseMs: number;
  soundMs: number;
  heardMs: number;
}

export interface Talked {
  turns: Turn[];
  warnings: string[];
}

/** Holds a conversation in a page of Chromium, in which the questions are spoken one after another. */
export async function talk(
  client: VisavisClient,
  avatarId: string,
  agentId: string,
  page: ConsumerPage,
  questions: readonly Question[],
  thoughts: readonly Thought[],
): Promise<Talked> {
  const started = await startConversation(client, avatarId, { agent: { id: agentId } });
  await page.call('join', started.serverUrl, started.token);
  await page.call('openMicrophone');
  await seenBy(page, 'greeting', (seen) => seen.soundStarts[0]);
  const rounds: Round[] = [];
  await listening(page, 0);
  for (const question of questions) rounds.push(await ask(page, question));
  const turns = await toTurns(client, started, rounds, thoughts);
  const timeline = await timelineOf(client, started.id);
  await page.call('leave');
  await stopConversation(client, started.id);
  return { turns, warnings: timeline.filter(({ type }) => type === 'warning').map(({ content }) => content) };
}

interface Round {
  said: string;
  askedAt: number;
  /** When the last words of the question were in the room, and what they were. */
  words: { text: string; at: number };
  soundAt: number;
  answer: string;
}

/** Asks aloud, again if nothing is heard, and waits until the answer is over. */
async function ask(page: ConsumerPage, { text, pcm }: Question): Promise<Round> {
  const samples = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength).toString('base64');
  const before = Object.keys((await page.call('observations')).segments);
  const newOf = async (isUser: boolean) =>
    Object.entries((await page.call('observations')).segments).filter(
      ([id, { final }]) => final && !before.includes(id) && id.startsWith('u') === isUser,
    );
  for (;;) {
    const askedAt = await page.call('speak', samples);
    const isHeard = await isSoWithin(UNHEARD_MS, async () => (await newOf(true)).length > 0);
    if (!isHeard) continue;
    await listening(page, askedAt);
    const { soundStarts } = await page.call('observations');
    const [, words] = (await newOf(true)).at(-1)!;
    const answer = (await newOf(false)).map(([, segment]) => segment.text).join(' | ');
    return {
      said: text,
      askedAt,
      words,
      soundAt: soundStarts.find((at) => at > askedAt) ?? Number.NaN,
      answer,
    };
  }
}

/** Waits until the avatar has spoken after this time and listens again. */
async function listening(page: ConsumerPage, since: number): Promise<void> {
  const isOver = await isSoWithin(ANSWER_MS, async () => {
    const { states } = await page.call('observations');
    const spokenAt = states.findLast(({ state }) => state === 'speaking')?.at ?? 0;
    return states.at(-1)?.state === 'listening' && spokenAt > since;
  });
  if (!isOver) throw new Error(`no answer within ${ANSWER_MS} ms`);
}

async function isSoWithin(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + ms; Date.now() < deadline; await pause(LOOK_MS))
    if (await isSo()) return true;
  return false;
}

async function toTurns(
  client: VisavisClient,
  { id }: Started,
  rounds: readonly Round[],
  thoughts: readonly Thought[],
): Promise<Turn[]> {
  const measures = await turnsOf(client, id);
  return rounds.map(({ said, askedAt, words, soundAt, answer }) => {
    const own = thoughts.filter(
      (each) =>
        each.isWhole &&
        each.question.endsWith(words.text) &&
        each.askedAt > askedAt - AHEAD_MS &&
        each.askedAt < soundAt + ANSWER_MS,
    );
    const measure = measures.find(({ userEndedAt }) => Math.abs(userEndedAt - askedAt) < NEAR_MS);
    const after = (times: (number | undefined)[]) =>
      Math.min(...times.map((at) => at ?? Number.POSITIVE_INFINITY)) - askedAt;
    return {
      said,
      heardAs: words.text,
      answer,
      hasPassages: own.some(({ question }) => question.startsWith('Your documents say: ')),
      calls: own.flatMap(({ calls }) => calls),
      wordsMs: words.at - askedAt,
      askedMs: after(own.map((each) => each.askedAt)),
      tokenMs: after(own.map(({ tokenAt }) => tokenAt)),
      clauseMs: after(own.map(({ clauseAt }) => clauseAt)),
      soundMs: measure ? measure.userEndedAt + measure.latencyMs - askedAt : Number.NaN,
      heardMs: soundAt - askedAt,
    };
  });
}
