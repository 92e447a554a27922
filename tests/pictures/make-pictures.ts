/**
 * `npm run pictures`: takes the screenshots in docs/pictures, using its own service with a museum's documents.
 * `npm run pictures -- <folder> dark`: takes them in dark mode into that folder, for inspection.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { openPath } from '../support/console-page.ts';
import { ROOT } from '../support/guide.ts';
import { drawStill, PEOPLE } from '../support/inside.ts';
import { MUSEUM } from '../support/museum.ts';
import { startService } from '../support/service.ts';
import { createKnowledgeBase } from '../support/service-client.ts';
import { createShopEmbed } from '../support/shop-embed.ts';
import { agreeToLinkedKey } from '../support/watched-page.ts';

const [folder = join(ROOT, 'docs/pictures'), scheme] = process.argv.slice(2);
const DESKTOP: BrowserContextOptions = {
  viewport: { width: 1180, height: 740 },
  colorScheme: scheme === 'dark' ? 'dark' : 'light',
  reducedMotion: 'reduce',
};
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 780 },
  colorScheme: 'dark',
  reducedMotion: 'reduce',
};
/** How far into an answer a screenshot is taken, so that the mouth is open. */
const INTO_ANSWER_MS = 1200;

const service = await startService({ env: { VISAVIS_WORKERS: '1' } });
const browser = await launchBrowser();
const link = (page: 'talk' | 'console') => new RegExp(`http:\\S+/${page}/#key=\\S+`).exec(service.output)![0];

async function open(address: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  if (address === link('console')) await agreeToLinkedKey(page);
  return page;
}

const WEBP_QUALITY = 88;

/** Saves a screenshot as WebP, which is a quarter of the size of a PNG. */
async function keep(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  const shot = await loadImage(await page.screenshot());
  const canvas = createCanvas(shot.width, shot.height);
  canvas.getContext('2d').drawImage(shot, 0, 0);
  const file = join(folder, `${name}.webp`);
  await writeFile(file, await canvas.encode('webp', WEBP_QUALITY));
  process.stdout.write(`${file}\n`);
}

/** Draws all built-in faces, five in a row. */
async function drawPeople(): Promise<void> {
  const [side, gap, columns] = [320, 12, 5];
  const canvas = createCanvas(
    columns * (side + gap) - gap,
    Math.ceil(PEOPLE.length / columns) * (side + gap) - gap,
  );
  const ctx = canvas.getContext('2d');
  for (const [n, { identity }] of PEOPLE.entries()) {
    const { png: still } = await drawStill({ identity }, { width: side, height: side });
    const [x, y] = [(n % columns) * (side + gap), Math.floor(n / columns) * (side + gap)];
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(x, y, side, side, 16);
    ctx.clip();
    ctx.drawImage(await loadImage(Buffer.from(still)), x, y);
    ctx.restore();
  }
  await writeFile(join(folder, 'people.webp'), await canvas.encode('webp', WEBP_QUALITY));
}

/** Creates resources, so that no page is empty. */
async function furnish(): Promise<void> {
  const { client } = service;
  await client.post('/v3/tools', {
    body: {
      name: 'book_tour',
      description: 'Books a guided tour. Answers when it begins.',
      url: 'https://museum.example/tools/book-tour',
      parameters: { type: 'object', properties: { guests: { type: 'integer', minimum: 1, maximum: 12 } } },
    },
  });
  await client.post('/v3/webhooks', {
    body: { url: 'https://museum.example/hooks/visavis', eventTypes: ['conversation.ended'] },
  });
  for (const [use, name, url, model] of [
    ['llm', 'Groq', 'https://api.groq.com/openai/v1', 'openai/gpt-oss-120b'],
    ['tts', 'Kokoro', 'https://speech.museum.example/v1', 'kokoro'],
  ] as const)
    await client.post('/v3/model-servers', { body: { use, name, url, model, apiKey: 'a key' } });
  await createShopEmbed(service, 'https://museum.example');
}

/** Console pages that are complete as soon as they open: path, heading, picture name. */
const CONSOLE_PAGES = [
  ['/knowledge', 'Knowledge', 'console-knowledge-bases'],
  ['/tools', 'Tools', 'console-tools'],
  ['/model-servers', 'Models and voices', 'console-model-servers'],
  ['/embeds', 'Embeds', 'console-embeds'],
  ['/conversations', 'Conversations', 'console-conversations'],
  ['/usage', 'Usage', 'console-usage'],
  ['/memories', 'Memories', 'console-memories'],
  ['/webhooks', 'Webhooks', 'console-webhooks'],
  ['/start', 'Get started', 'console-get-started'],
  ['/keys', 'Keys and tokens', 'console-keys'],
] as const;

async function ask(page: Page, question: string): Promise<void> {
  await page.locator('#text').fill(question);
  await page.locator('#text').press('Enter');
}

const listens = (page: Page) => page.locator('#state', { hasText: /^(listening|ready)$/ }).waitFor();

/** Has a conversation on the talk page, which leaves a transcript and a timeline. */
async function converse(page: Page, avatar: number, picture?: string): Promise<void> {
  await page.locator('#knowledge').selectOption({ label: 'Harbour Museum' });
  await page.locator('button.avatar').nth(avatar).click();
  await page.locator('#veil').waitFor({ state: 'hidden' });
  await page.locator('#transcript li.character').waitFor();
  await listens(page);
  await ask(page, MUSEUM.question);
  await page.locator('#transcript li.character', { hasText: MUSEUM.fact }).waitFor();
  await listens(page);
  await ask(page, 'When is the museum open?');
  await page.locator('#state', { hasText: 'speaking' }).waitFor();
  await page.waitForTimeout(INTO_ANSWER_MS);
  if (picture) await keep(page, picture);
  await listens(page);
  await page.locator('#hang-up').click();
  await page.locator('#over-reason').waitFor();
}

try {
  await mkdir(folder, { recursive: true });
  await drawPeople();
  await createKnowledgeBase(service, 'Harbour Museum', MUSEUM.text);
  await furnish();
  await converse(await open(link('talk'), DESKTOP), 2, 'conversation');
  await converse(await open(link('talk'), PHONE), 0, 'conversation-phone');

  const page = await open(link('console'), DESKTOP);
  const goTo = async (path: string, heading: string) => {
    await openPath(page, path);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await page.waitForLoadState('networkidle');
  };
  await goTo('/', 'Overview');
  await keep(page, 'console-overview');
  await goTo('/avatars', 'Avatars');
  await page.locator('main img').nth(5).waitFor();
  await keep(page, 'console');
  await goTo('/avatars/new', 'New avatar');
  await keep(page, 'console-avatar');

  await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
  await page.getByRole('link', { name: 'Harbour Museum' }).click();
  await page.getByLabel('Question').fill(MUSEUM.question);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('region', { name: 'Passages found' }).waitFor();
  await keep(page, 'console-knowledge');

  const { conversations } = await service.client.get('/v3/conversations', { query: { take: 1 } });
  await goTo(`/conversations/${conversations[0]!.id}`, 'Transcript');
  await keep(page, 'console-conversation');

  for (const [path, heading, name] of CONSOLE_PAGES) {
    await goTo(path, heading);
    await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
    await keep(page, name);
  }

  const operator = await open(`${service.url}/console/`, DESKTOP);
  await keep(operator, 'console-sign-in');
  await operator.getByRole('link', { name: /Operator/ }).click();
  await operator
    .getByLabel('Admin token')
    .fill((await readFile(join(service.dataDir, 'admin-token'), 'utf8')).trim());
  await operator.getByRole('button', { name: 'Continue' }).click();
  await operator.getByLabel('New organization').waitFor();
  await operator.waitForLoadState('networkidle');
  await keep(operator, 'console-organizations');
  await openPath(operator, '/models');
  await operator.getByRole('heading', { level: 1, name: /^Speech/ }).waitFor();
  await operator.waitForLoadState('networkidle');
  await keep(operator, 'console-models');
} finally {
  await browser.close();
  await service.dispose();
}
process.exit();
