import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spokenTurn } from '../support/providers/engine-run.ts';
import {
  LocalProviders,
  PROVIDER_ENGINES,
  type ProviderEngine,
} from '../support/providers/local-providers.ts';
import { ProviderStage } from '../support/providers/provider-stage.ts';
import { talkThroughDrops } from '../support/providers/talk-through-drops.ts';

const INTERRUPTIONS = 50;
const SPOKEN = 'But wait.';
const ANSWER = 'one two three four five six seven eight';
/** Of this answer's words in the local providers' speech. */
const WORD_MS = { openai: 300, gemini: 300, elevenlabs: 300, pipeline: 250 } as const;

/** The model that the provider reports; an agent at ElevenLabs reports none. */
const ANSWERED_BY: Record<ProviderEngine, string | undefined> = {
  openai: 'gpt-realtime-2.1-2026-09-01',
  gemini: 'gemini-3.8-live',
  elevenlabs: undefined,
  pipeline: 'llm',
};

describe.each(PROVIDER_ENGINES)('a conversation through %s', (engine) => {
  let providers: LocalProviders;
  let stages: ProviderStage[];

  beforeEach(async () => {
    providers = await LocalProviders.start();
    stages = [];
  });

  afterEach(async () => {
    await Promise.all(stages.map((stage) => stage.close()));
    await providers.stop();
  });

  async function greeted(callsToWrapUpAfterMs?: number) {
    const stage = new ProviderStage(engine, providers, callsToWrapUpAfterMs);
    stages.push(stage);
    return stage.greeted();
  }

  test(`${INTERRUPTIONS} interruptions in a row leave no turn stuck`, async () => {
    const stage = await greeted();
    const server = providers[engine];
    server.react = () => ({ say: ANSWER });
    for (let n = 1; n <= INTERRUPTIONS; n++) {
      stage.type(`question ${n}`);
      // Now before the first sound, now at it, now in the middle.
      const how = n % 4;
      if (how === 0) continue;
      await stage.until(`the answer ${n}`, () => stage.state === 'speaking');
      if (how === 1) await stage.until(`a word of ${n}`, () => stage.shown.includes('one'));
      if (how === 2) stage.interrupt();
      if (how === 3) breakInByVoice(engine, providers);
    }
    stage.interrupt();
    await stage.until('silence', () => stage.state === 'listening');
    stage.type('and the last one');
    await stage.until('a whole answer', () => stage.lines().at(-1) === `character: ${ANSWER}`);
    await stage.until('the end of it', () => stage.state === 'listening');
    const typed = (line: string) => line.startsWith('user: ') && line !== `user: ${SPOKEN}`;
    expect(stage.lines().filter(typed)).toEqual([
      ...Array.from({ length: INTERRUPTIONS }, (_, n) => `user: question ${n + 1}`),
      'user: and the last one',
    ]);
    for (const line of stage
      .lines()
      .filter((each) => each.startsWith('character: '))
      .slice(1)) {
      expect(`character: ${ANSWER}`.startsWith(line)).toBe(true);
    }
    expect(stage.stage.ended).toBeUndefined();
    expect(stage.stage.timeline('warning')).toEqual([]);
  }, 60_000);

  test('three drops of the provider lose nothing of the transcript', async () => {
    const stage = await greeted();
    await talkThroughDrops(
      {
        type: (text) => stage.type(text),
        lines: async () => stage.lines(),
        heard: async (words) => stage.lines().at(-1)?.includes(words) || stage.shown.includes(words),
        idle: async () => stage.state === 'listening',
      },
      { engine, providers, turns: 8, drops: 3 },
    );
    expect(stage.stage.ended).toBeUndefined();
    expect(stage.stage.timeline('error')).toEqual([]);
  }, 60_000);

  test('reports its state in lk.agent.state, in typed and spoken turns alike', async () => {
    const stage = await greeted();
    expect(stage.room.states).toEqual(['initializing', 'listening', 'thinking', 'speaking', 'listening']);
    const server = providers[engine];
    server.replies.push({ say: 'Typed answer.' }, { say: 'Spoken answer.' });
    stage.type('hello');
    await stage.until('the answer', () => stage.lines().at(-1) === 'character: Typed answer.');
    await stage.until('its end', () => stage.state === 'listening');
    expect(stage.room.states.slice(5)).toEqual(['thinking', 'speaking', 'listening']);
    const speaking = stage.speak(spokenTurn(600, 1200));
    await stage.until('the answer', () => stage.lines().at(-1) === 'character: Spoken answer.');
    await stage.until('its end', () => stage.state === 'listening');
    await speaking;
    expect(stage.room.states.slice(8)).toEqual(['thinking', 'speaking', 'listening']);
    const turns = stage.stage
      .timeline('turn')
      .map((content) => JSON.parse(content) as { input: string; model?: string });
    expect(turns.map(({ input }) => input)).toEqual(['text', 'speech']);
    expect(turns.map(({ model }) => model)).toEqual([ANSWERED_BY[engine], ANSWERED_BY[engine]]);
  });

  test('shows its words in step with their sound', async () => {
    const stage = await greeted();
    const before = stage.tracks.soundMs;
    providers[engine].replies.push({ say: ANSWER });
    stage.type('count');
    const ahead: number[] = [];
    await stage.until('the answer', () => {
      const words = stage.shown.startsWith('one') ? stage.shown.trim().split(' ').length : 0;
      if (words > 0) ahead.push(words - (stage.tracks.soundMs - before) / WORD_MS[engine]);
      return stage.lines().at(-1) === `character: ${ANSWER}`;
    });
    expect(ahead.length).toBeGreaterThan(20);
    // Never more than the word being said and the one after it, and never far behind.
    expect(Math.max(...ahead)).toBeLessThanOrEqual(2);
    expect(Math.min(...ahead)).toBeGreaterThanOrEqual(-2.5);
  });

  test('gets a warning 30 s before the end, and passes it on to the user', async () => {
    const stage = await greeted(1500);
    const prompts: string[] = [];
    providers[engine].react = (prompt: string) => {
      prompts.push(prompt);
      return { say: 'We have to come to an end soon.' };
    };
    await stage.until(
      'the farewell',
      () => stage.lines().at(-1) === 'character: We have to come to an end soon.',
    );
    expect(prompts.join()).toContain('The conversation ends in about 30 seconds');
    expect(stage.room.events).toContainEqual(
      expect.objectContaining({ type: 'warning', code: 'ending_soon', secondsLeft: 30 }),
    );
  });

  test('keeps the call to wrap up until it has finished what it is saying', async () => {
    const stage = await greeted(2500);
    providers[engine].replies.push({ say: ANSWER });
    providers[engine].react = () => ({ say: 'Goodbye.' });
    stage.type('count');
    await stage.until('both', () => stage.lines().at(-1) === 'character: Goodbye.');
    expect(stage.lines().slice(1)).toEqual(['user: count', `character: ${ANSWER}`, 'character: Goodbye.']);
    expect(stage.stage.timeline('interruption')).toEqual([]);
  });
});

/** The user speaks to a provider that detects speech, and types to the pipeline, which relies on our detection. */
function breakInByVoice(engine: ProviderEngine, providers: LocalProviders): void {
  const hear = <C>(server: {
    connections: { all: C[] };
    userWords: string[];
    interrupt(connection: C): void;
    endSpeech(connection: C): void;
  }) => {
    const connection = server.connections.all.at(-1)!;
    server.userWords.push(SPOKEN);
    server.interrupt(connection);
    server.endSpeech(connection);
  };
  if (engine === 'openai') hear(providers.openai);
  if (engine === 'gemini') hear(providers.gemini);
  if (engine === 'elevenlabs') hear(providers.elevenlabs);
}
