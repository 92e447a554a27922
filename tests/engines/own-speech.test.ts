/** Tests that an organization's account at a vendor of speech speaks in a conversation, as its plan says. */
import { expect, onTestFinished, test } from 'vitest';
import { composeEngines, type EngineFactory, ScriptedVoice } from '../support/inside/engines.ts';
import { readSettings } from '../support/inside.ts';
import { patientClock } from '../support/providers/patient-clock.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { VendorSpeechServer } from '../support/providers/vendor-speech-server.ts';
import { EngineFixture } from './engine-fixture.ts';

const KEY = 'sk-test-0123456789';
let made: EngineFactory;
const fixture = new EngineFixture(
  () => new PipelineServer(KEY),
  () => made,
);

test.each(['cartesia', 'elevenlabs'] as const)(
  'the account at %s speaks with the chosen voice',
  async (api) => {
    const account = await new VendorSpeechServer(api, KEY).listen();
    onTestFinished(() => account.stop());
    const { config } = readSettings({});
    const engines = await composeEngines(
      config,
      new ScriptedVoice(),
      [],
      { endpoint: undefined },
      patientClock,
    );
    const common = { name: 'Ours', apiKey: KEY, model: 'ours' };
    made = engines({
      organizationId: 'org_test',
      engine: {
        servers: {
          llm: { ...common, baseUrl: fixture.server.baseUrl },
          tts: { ...common, baseUrl: account.baseUrl, api, voice: 'id-of-Grandpa' },
        },
      },
    }).pipeline!;
    const run = fixture.run({ plan: { language: 'de' } });
    await run.engine.start();
    fixture.server.replies.push({ say: 'Guten Abend zusammen.' });
    expect(await run.ask('Guten Abend.')).toBe('Guten Abend zusammen.');
    expect(account.spoken.at(-1)).toBe('Guten Abend zusammen.');
    expect(account.voicesUsed.at(-1)).toBe('id-of-Grandpa');
    expect(account.lists, 'nobody waits for a list').toEqual([]);
  },
);
