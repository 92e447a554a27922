import type { AgentServerUse, ServerPlan } from '@visavis/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../lib/logger.ts';
import type { FakeClock } from '../lib/testing/fake-clock.ts';
import { FaultyServers, type Kind } from '../media/testing/faulty-servers.ts';
import { clockOf, OFFLINE, SORRY, Visit, WAIT, WHOLE } from '../media/testing/visit.ts';
import { PATIENCE, USER_PATIENCE } from '../providers/patience.ts';
import type { SpeechRecognizer } from '../speech-recognition/recognizer.ts';
import type { Voice } from '../voices/voice.ts';
import { composeEngines } from './engines.ts';
import { chooseRecognizer } from './speech-input.ts';

/** Tests what replaces organizations' own servers, and what a worker remembers of them between conversations. */

type Settings = Parameters<typeof composeEngines>[0] & Parameters<typeof chooseRecognizer>[0];

let servers: FaultyServers;
let clock: FakeClock;
let visits: Visit[];
let settings: Settings;
beforeEach(async () => {
  servers = await new FaultyServers().listen();
  clock = clockOf(servers);
  visits = [];
  settings = {
    providers: {},
    providersWithoutKey: {},
    pipeline: { llm: servers.endpoint('other model') },
    speechVendors: { stt: {}, tts: {} },
    patience: { ...PATIENCE, user: USER_PATIENCE },
    asksAhead: false,
  } as Settings;
});
afterEach(async () => {
  for (const visit of visits) await visit.ends();
  await servers.stop();
});

const own = (kind: Kind, over: Partial<ServerPlan> = {}): ServerPlan => ({
  name: `Our ${kind}`,
  apiKey: 'sk-of-the-shop',
  ...servers.endpoint(kind),
  ...over,
});

/** Returns a function that lets the next visitor of an organization come, once the one before has gone. */
async function worker(offline = OFFLINE) {
  const engines = await composeEngines(settings, offline, [], { endpoint: undefined }, clock);
  const choose = chooseRecognizer(settings, silentLogger, clock);
  return async (organizationId: string, own: Partial<Record<AgentServerUse, ServerPlan>>) => {
    await visits.pop()?.ends();
    const engine = engines({ organizationId, engine: { servers: own } }).pipeline!;
    const recognizer = own.stt && choose(undefined, own.stt, organizationId);
    const visit = new Visit({ servers, clock, engine, recognizer });
    visits.push(visit);
    return visit;
  };
}

const SOON = ['0.0 thinking', `0.0 ${WHOLE}`, '2.3 listening'];

it('a hung model of an organization is waited for fully by its first visitor only, and fully again once it is changed', async () => {
  await servers.fail('model', 'no head');
  const comes = await worker();
  const asks = async (organizationId: string, llm: ServerPlan) => {
    const visit = await comes(organizationId, { llm });
    await visit.arrives(2);
    return visit.asks('typing', 14);
  };
  const patient = ['0.0 thinking', `3.0 ${WAIT}`, '4.1 thinking', `10.0 ${SORRY}`, '13.6 listening'];
  const impatient = ['0.0 thinking', `2.5 ${SORRY}`, '6.1 listening'];
  expect(await asks('org_a', own('model'))).toEqual(patient);
  expect(await asks('org_a', own('model'))).toEqual(impatient);
  expect(await asks('org_b', own('model'))).toEqual(patient);
  expect(await asks('org_b', own('model', { apiKey: 'sk-another' }))).toEqual(patient);
});

it('a hung voice of an organization is waited for by its first visitor only', async () => {
  await servers.fail('voice', 'head alone');
  const comes = await worker();
  const welcome = async (organizationId: string) =>
    (await comes(organizationId, { llm: own('model'), tts: own('voice') })).arrives(6);
  const HELLO = '"Hello, good to see you."';
  const late = ['0.0 thinking', `3.0 ${HELLO}`, '4.3 listening'];
  expect(await welcome('org_a')).toEqual(late);
  expect(await welcome('org_a')).toEqual(['0.0 thinking', `0.0 ${HELLO}`, '1.3 listening']);
  expect(await welcome('org_b')).toEqual(late);
});

it("the operator's hung model is remembered also where an organization has a voice of its own", async () => {
  settings.pipeline.llmFallback = servers.endpoint('model');
  await servers.fail('other model', 'no head');
  const comes = await worker();
  const asks = async (organizationId: string) => {
    const visit = await comes(organizationId, { tts: own('voice') });
    await visit.arrives(2);
    return visit.asks('typing', 9);
  };
  expect(await asks('org_a')).toEqual([
    '0.0 thinking',
    `3.0 ${WAIT}`,
    '4.1 thinking',
    `5.0 ${WHOLE}`,
    '7.3 listening',
  ]);
  expect(await asks('org_b')).toEqual(SOON);
});

it('a hung transcription server of an organization is replaced at once in its next conversation', async () => {
  await servers.fail('recognition', 'head alone');
  const choose = chooseRecognizer(settings, silentLogger, clock);
  const here = {
    model: 'here',
    isLocal: true,
    transcribe: () => Promise.resolve({ text: 'here' }),
  } as unknown as SpeechRecognizer;
  const heard: string[] = [];
  const hears = async (organizationId: string) => {
    const recognizer = choose(here, own('recognition'), organizationId)!;
    const { text } = await recognizer.transcribe(new Float32Array(160));
    heard.push(`${organizationId} ${text}`);
  };
  for (const organizationId of ['org_a', 'org_b']) {
    void hears(organizationId);
    await clock.advance(2000);
    expect(heard).toEqual([]);
    await clock.advance(1000);
    void hears(organizationId);
    await clock.advance(100);
    expect(heard.splice(0)).toEqual([`${organizationId} here`, `${organizationId} here`]);
  }
});

describe('the fallback of an organization', () => {
  /** The offline voice must not replace a server's. */
  const MUTE: Voice = { ...OFFLINE, speak: () => Promise.reject(new Error('not needed')) };
  const HELLO = '"Hello, good to see you."';
  const timedOut = (name: string) =>
    expect.stringMatching(`^The model server Our ${name} did not answer in time: `);

  it.each([
    ['no head', ['0.0 thinking', `2.0 ${WHOLE}`, '4.3 listening']],
    // The server of the test begins again instead of continuing.
    [
      'stops in the middle',
      [
        '0.0 thinking',
        '0.0 "The museum opens at nine. The museum opens at nine. It closes at six."',
        '3.7 listening',
      ],
    ],
  ] as const)(
    'answers the same question if its model fails (%s), and the next ones at once',
    async (fault, first) => {
      const llm = own('model', { patience: { firstMs: 2000, nextMs: 1000 }, fallback: own('other model') });
      const comes = await worker();
      const asks = async (organizationId: string) => {
        servers.mend('model');
        const visit = await comes(organizationId, { llm });
        await visit.arrives(2);
        await servers.fail('model', fault);
        return visit.asks('typing', 9);
      };
      expect(await asks('org_a')).toEqual(first);
      expect(visits[0]!.stage.timeline('warning')).toEqual([timedOut('model')]);
      expect(await asks('org_a')).toEqual(SOON);
      expect(await asks('org_b')).toEqual(first);
    },
  );

  it.each([
    ['head alone', ['0.0 thinking', `1.0 ${HELLO}`, '2.3 listening']],
    ['stops in the middle', ['0.0 thinking', `0.3 ${HELLO}`, '1.8 listening']],
  ] as const)(
    'speaks the same sentence if its voice fails (%s), and the next ones at once',
    async (fault, first) => {
      const tts = own('voice', { patience: { firstMs: 1000, nextMs: 500 }, fallback: own('other voice') });
      await servers.fail('voice', fault);
      const comes = await worker(MUTE);
      const welcome = async () => (await comes('org_a', { llm: own('model'), tts })).arrives(6);
      expect(await welcome()).toEqual(first);
      expect(visits[0]!.stage.timeline('warning')).toContainEqual(timedOut('voice'));
      expect(await welcome()).toEqual(['0.0 thinking', `0.0 ${HELLO}`, '1.3 listening']);
    },
  );

  it('understands the same words if its transcription fails, and the next ones at once', async () => {
    const stt = own('recognition', { patience: { firstMs: 1000 }, fallback: own('other model') });
    await servers.fail('recognition', 'head alone');
    const comes = await worker();
    const visit = await comes('org_a', { llm: own('model'), stt });
    await visit.arrives(4);
    expect(await visit.asks('speaking', 6)).toEqual(['1.3 thinking', `1.3 ${WHOLE}`, '3.6 listening']);
    expect(await visit.asks('speaking', 6)).toEqual(['0.3 thinking', `0.3 ${WHOLE}`, '2.6 listening']);
  });
});
