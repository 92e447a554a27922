/** Tests the apps in `examples` as a user copies them: installed from packed packages, built, and used in Chromium. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Room } from 'livekit-client';
import type { JSHandle, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-ports.ts';
import { type GuideBlock, ROOT, readBlocks } from '../support/guide.ts';
import { type PackedRegistry, startPackedRegistry } from '../support/packed-registry.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { untilEnded } from '../support/service-client.ts';
import { createShopEmbed } from '../support/shop-embed.ts';
import { StartedPrograms } from '../support/started-programs.ts';
import { turnCameraOn } from '../support/turn-camera-on.ts';
import { useSite, useVisits } from '../support/visits.ts';

const EXAMPLES = join(ROOT, 'examples');
/** Includes the installation from the registry and the build. */
const START_MS = 1_200_000;

const { service, watched, visit } = useVisits(undefined, 'silent');
const programs = new StartedPrograms();
let registry: PackedRegistry | undefined;
beforeAll(async () => {
  registry = await startPackedRegistry();
  // This avatar, the newest one, has no agent; the examples use one that has an agent.
  await service.client.post('/v1/avatars', { body: { identity: 'maya', name: 'Nobody speaks for it' } });
}, START_MS);
afterAll(() => registry?.close());

/**
 * Copies an example into an empty folder and follows its README, up to the URL that it prints.
 * @param changes replacements in its files, by path
 */
async function start(
  name: string,
  port: number,
  settings: Record<string, string>,
  changes: Record<string, [from: string, to: string]> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `visavis-example-${name}-`));
  programs.endWith(() => rm(folder, { recursive: true, force: true }));
  await cp(join(EXAMPLES, name), folder, { recursive: true });
  await writeFile(join(folder, '.npmrc'), `@visavis:registry=${registry!.url}\naudit=false\nfund=false\n`);
  for (const [path, [from, to]] of Object.entries(changes)) {
    const text = await readFile(join(folder, path), 'utf8');
    expect(text).toContain(from);
    await writeFile(join(folder, path), text.replace(from, to));
  }
  const [{ code }] = readBlocks(join(folder, 'README.md')) as [GuideBlock];
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const app = programs.start(
    'bash',
    // Without npm, because the processes that npm starts survive when npm is killed.
    ['-euc', code.replace('npm start', `PATH=node_modules/.bin:$PATH exec ${scripts.start}`)],
    { PORT: String(port), NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1', ...settings },
    folder,
  );
  const origin = `http://localhost:${port}`;
  await app.line(new RegExp(origin), START_MS);
  expect(app.lines.filter((line) => /\bwarn/i.test(line))).toEqual([]);
  return origin;
}

/** The part that the test uses of the element and of the result of `useConversation`. */
interface Talking {
  conversation: { room: Room };
}

/** Waits for two video frames of the avatar, and for the visitor's own media. */
async function expectSeen(page: Page, talking: JSHandle<Talking>): Promise<void> {
  await page.locator('video').evaluate(
    (video: HTMLVideoElement) =>
      new Promise((resolve) => {
        video.requestVideoFrameCallback(() => video.requestVideoFrameCallback(resolve));
      }),
  );
  const isOn = await talking.evaluate(({ conversation }) => {
    const { isMicrophoneEnabled, isCameraEnabled } = conversation.room.localParticipant;
    return [isMicrophoneEnabled, isCameraEnabled];
  });
  expect(isOn).toEqual([true, true]);
}

/** livekit-client compares its states every 4 s; it warns once if a page is hanging up at that moment. */
const CAUGHT_HANGING_UP = /^detected connection state mismatch .*numFailures: 1\b/;

/** Checks that the newest conversation has ended for this reason, and that the page reported no problem. */
async function expectEnded(endReason: string): Promise<void> {
  const { conversations } = await service.client.get('/v3/conversations', { query: { take: 1 } });
  expect(await untilEnded(service, conversations[0]!.id)).toMatchObject({ endReason });
  const warnings = watched.warnings.filter((line) => !CAUGHT_HANGING_UP.test(line));
  expect([...watched.complaints, ...warnings]).toEqual([]);
}

async function greetingOfFirst(): Promise<string> {
  const { avatars } = await service.client.get('/v1/avatars', { query: { take: 50 } });
  const { id } = avatars.find(({ agentId }) => agentId)!.agentId!;
  return (await service.client.get('/v1/agents/{id}', { path: { id } })).greetingMsg;
}

/** Has a conversation with the element on a page, from the start button to the end. */
async function talkWithElement(origin: string, greeting: string, endReason: string): Promise<void> {
  const { page } = await visit(origin);
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  await page.locator('#transcript li.character', { hasText: greeting }).waitFor();
  await turnCameraOn(page);
  await expectSeen(
    page,
    await page.evaluateHandle(() => document.querySelector('visavis-avatar') as unknown as Talking),
  );
  await page.locator('#text').fill('How are you?');
  await page.locator('#text').press('Enter');
  await page.locator('#transcript li.character', { hasText: 'I am well' }).waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.locator('#over-reason', { hasText: 'You hung up.' }).waitFor();
  await expectEnded(endReason);
}

test(
  'Next: hooks and components on a server-rendered page, with a session pass from a route',
  async () => {
    const greeting = await greetingOfFirst();
    const origin = await start(
      'next',
      await freePort(),
      { VISAVIS_URL: service.url, VISAVIS_API_KEY: TEST_API_KEY },
      // Exposes the room, so that the test can check the visitor's devices and turn the camera on.
      {
        'app/talk.tsx': [
          '= useConversation()',
          '= Object.assign(globalThis, { used: useConversation() }).used',
        ],
      },
    );
    expect(await (await fetch(origin)).text()).toContain('Talk</button>');
    const { page } = await visit(origin);
    await page.getByRole('button', { name: 'Talk' }).click();
    await page.locator('li.character', { hasText: greeting }).waitFor();
    await turnCameraOn(page, 'used');
    await expectSeen(page, await page.evaluateHandle(() => Reflect.get(globalThis, 'used') as Talking));
    await page.getByRole('textbox').fill('How are you?');
    await page.getByRole('textbox').press('Enter');
    await page.locator('li.character', { hasText: 'I am well' }).waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('button', { name: 'Talk' }).waitFor();
    await expectEnded('stopped');
  },
  START_MS,
);

test(
  'React with Vite: the element as a component, with a session from the backend',
  async () => {
    const settings = { VISAVIS_URL: service.url, VISAVIS_API_KEY: TEST_API_KEY };
    const origin = await start('vite-react', await freePort(), settings);
    await talkWithElement(origin, await greetingOfFirst(), 'consumer_left');
  },
  START_MS,
);

test(
  'Vue: the element, with an embed',
  async () => {
    const port = await freePort();
    const { id } = await createShopEmbed(service, `http://localhost:${port}`);
    const settings = { VITE_VISAVIS_URL: service.url, VITE_VISAVIS_EMBED: id };
    const changes = { 'package.json': ['preview --port 3000', `preview --port ${port}`] as [string, string] };
    const origin = await start('vue', port, settings, changes);
    await talkWithElement(origin, 'Welcome to the shop.', 'stopped');
  },
  START_MS,
);

let html = '';
const site = useSite(() => html);

test('HTML: one line, with an embed', async () => {
  const { id } = await createShopEmbed(service, site.origin);
  const text = await readFile(join(EXAMPLES, 'html/index.html'), 'utf8');
  html = text.replace('http://localhost:8080', service.url).replace('emb_…', id);
  await talkWithElement(site.origin, 'Welcome to the shop.', 'stopped');
});
