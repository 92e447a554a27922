import type { ServerPlan } from '@visavis/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger } from '../lib/logger.ts';
import type { FakeClock } from '../lib/testing/fake-clock.ts';
import { FaultyServers, type Kind } from '../media/testing/faulty-servers.ts';
import { clockOf, OFFLINE, SORRY, Visit, WAIT, WHOLE } from '../media/testing/visit.ts';
import { PATIENCE, USER_PATIENCE } from '../providers/patience.ts';
import type { SpeechRecognizer } from '../speech-recognition/recognizer.ts';
import { composeEngines } from './engines.ts';
import { chooseRecognizer } from './speech-input.ts';

/** Tests what a worker remembers of organizations' own servers between conversations. */

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
async function worker() {
  const engines = await composeEngines(settings, OFFLINE, [], { endpoint: undefined }, clock);
  return async (organizationId: string, own: { llm?: ServerPlan; tts?: ServerPlan }) => {
    await visits.pop()?.ends();
    const engine = engines({ organizationId, engine: { servers: own } }).pipeline!;
    const visit = new Visit({ servers, clock, engine });
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
