import { afterEach, beforeEach, expect, it } from 'vitest';
import { FaultyServers } from '../media/testing/faulty-servers.ts';
import { clockOf, OFFLINE, Visit } from '../media/testing/visit.ts';
import { PATIENCE, USER_PATIENCE } from '../providers/patience.ts';
import { composeEngines } from './engines.ts';
import { speechServices } from './speech-services.ts';

/** Tests what the operator reads if the second server of the settings fails as well. */

let servers: FaultyServers;
beforeEach(async () => {
  servers = await new FaultyServers().listen();
});
afterEach(() => servers.stop());

it('a second language model that refuses its key is reported with the setting of that key', async () => {
  for (const kind of ['model', 'other model'] as const) await servers.fail(kind, '401');
  const clock = clockOf(servers);
  const settings = {
    providers: {},
    providersWithoutKey: {},
    pipeline: { llm: servers.endpoint('model'), llmFallback: servers.endpoint('other model') },
    patience: { ...PATIENCE, user: USER_PATIENCE },
  } as Parameters<typeof composeEngines>[0];
  const engines = await composeEngines(settings, OFFLINE, [], { endpoint: undefined }, clock);
  const visit = new Visit({ servers, clock, engine: engines({ organizationId: 'org_a' }).pipeline! });
  await visit.arrives(2);
  await visit.asks('typing', 5);
  expect(JSON.stringify(visit.stage.events)).toContain('(check LLM_FALLBACK_API_KEY)');
  await visit.ends();
});

it('a second speech server that refuses its key is reported with the setting of that key', async () => {
  const [, second] = speechServices({
    pipeline: { tts: servers.endpoint('voice'), ttsFallback: servers.endpoint('other voice') },
    speechVendors: { stt: {}, tts: {} },
    patience: PATIENCE,
  } as unknown as Parameters<typeof speechServices>[0]);
  await servers.fail('other voice', '401');
  const request = { text: 'Hello.', voice: 'Kore', onNotice: () => undefined };
  const spoken = second!.speak(request, new AbortController().signal);
  await expect(spoken.next()).rejects.toThrow('(check TTS_FALLBACK_API_KEY)');
});
