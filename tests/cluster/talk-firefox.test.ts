/** Tests the talk page in Firefox, which has no speech recognition of its own. */
import { expect } from 'vitest';
import { launchFirefox } from '../support/firefox.ts';
import { elementsOf } from '../support/firefox-elements.ts';
import { encodeWav } from '../support/inside.ts';
import { needs } from '../support/needs.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import type { DrivenPage } from '../support/room-client-page.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { characterLines, untilEnded } from '../support/service-client.ts';
import { synthesiseSpeech } from '../support/speech.ts';
import { useService, useStarted } from '../support/use-service.ts';

const { test } = needs('Firefox');
const RATE = 48_000;

const browser = useStarted(launchFirefox, (it) => it.close());
const servers = useStarted(
  () => new PipelineServer().listen(),
  (it) => it.stop(),
);
const service = useService(() => ({
  // A busy machine needs longer than the limits for a first word.
  env: { VISAVIS_PRIVATE_ADDRESSES: 'true', LLM_FIRST_MS: '120000', VISAVIS_WAIT_SAID_MS: '0' },
}));

/**
 * Gives the page a microphone that is silent until `say` plays these words, and is gone after them. An element plays
 * them, because Firefox runs no AudioContext on a machine without a sound device.
 */
async function replaceMicrophone(page: DrivenPage, words: string) {
  const wav = Buffer.from(encodeWav(await synthesiseSpeech(words), RATE)).toString('base64');
  await page.evaluate(async (sound) => {
    const bytes = Uint8Array.from(atob(sound), (one) => one.charCodeAt(0));
    const spoken = new Audio(
      URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' })),
    ) as HTMLAudioElement & {
      mozCaptureStream(): MediaStream;
    };
    await new Promise((resolve) => {
      spoken.onloadeddata = resolve;
    });
    const stream = spoken.mozCaptureStream();
    navigator.mediaDevices.getUserMedia = async () => stream;
    Object.assign(globalThis, { say: () => spoken.play() });
  }, wav);
  return {
    say: () => page.evaluate(() => (Reflect.get(globalThis, 'say') as () => Promise<void>)(), undefined),
  };
}

test('the talk page in Firefox: an avatar is chosen, seen, heard, read, asked by text and by voice, and hung up', async () => {
  const idOf = async (use: 'llm' | 'stt') =>
    (
      await service.client.post('/v3/model-servers', {
        body: { use, name: `Our ${use}`, model: 'any', url: servers.baseUrl },
      })
    ).id;
  const agent = await service.client.post('/v1/agents', {
    body: {
      provider: 'gemini',
      name: 'Guide',
      greetingMsg: 'Welcome to the museum. It is good to see you here. Please ask me whatever you like.',
      llmServerId: await idOf('llm'),
      sttServerId: await idOf('stt'),
    },
  });
  await service.client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Our guide', agentId: agent.id },
  });
  servers.react = (prompt) => ({ say: prompt.includes('closed') ? 'On Mondays.' : 'At nine, every day.' });
  servers.userWords.push('On what day are you closed?');
  const page = await browser.newPage();
  await page.goto(`${service.url}/talk/#key=${TEST_API_KEY}`);
  const { until, click, submit, goesOn } = elementsOf(page);
  const { say } = await replaceMicrophone(page, 'On what day are you closed?');

  await until('the avatars', '#avatars', /Our guide/);
  await page.evaluate((name) => {
    const cards = [...document.querySelectorAll<HTMLElement>('button.avatar')];
    cards.find(({ textContent }) => textContent.includes(name))!.click();
  }, 'Our guide');
  await until('the call', '#captions', /Captions/);
  await click('#captions');
  await until('the greeting', '#transcript', /Welcome to the museum\./);
  await goesOn('the sound to go on', 'audio');
  await until('the caption', '#caption', /\S/);
  await until('pictures', '#video', /[1-9]/, 'width');
  await goesOn('the picture to go on', '#video');
  await until('the end of the greeting', '#state', /^listening$/);
  await until('who listens', '#hint', /^Speech recognition: /);

  await submit('#text', 'When do you open?');
  await until('the answer', '#transcript', /At nine, every day\./);
  await until('the end of the answer', '#state', /^listening$/);
  await say();
  await until('the spoken question', '#transcript', /On what day are you closed\?/);
  await until('the answer to it', '#transcript', /On Mondays\./);
  await until('the loss of the microphone', '#hint', /^The microphone is gone/);

  await click('#hang-up');
  await until('the end', '#over-reason', /You hung up\./);
  await until('the transcript', '#over-transcript', /On Mondays\./);
  await click('#rate button[value=up]');
  await until('thanks', '#rate p', /Thank you!/);
  const { conversations } = await service.client.get('/v3/conversations', { query: { take: 1 } });
  const record = await untilEnded(service, conversations[0]!.id);
  expect(record).toMatchObject({ endReason: 'stopped', rating: 'up' });
  expect(characterLines(record)).toHaveLength(3);
});
