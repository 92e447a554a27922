/** `npm run pictures`: the pictures of pages in docs/pictures, from a service of its own with a museum's documents. */
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { ROOT } from '../support/guide.ts';
import { MUSEUM } from '../support/museum.ts';
import { startService } from '../support/service.ts';
import { createKnowledgeBase } from '../support/service-client.ts';

const DESKTOP: BrowserContextOptions = { viewport: { width: 1180, height: 740 }, reducedMotion: 'reduce' };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 780 },
  colorScheme: 'dark',
  reducedMotion: 'reduce',
};
/** Into an answer, where the mouth is open. */
const INTO_ANSWER_MS = 1200;

const service = await startService({ env: { VISAVIS_WORKERS: '1' } });
const browser = await launchBrowser();
const link = (page: 'talk' | 'console') => new RegExp(`http:\\S+/${page}/#key=\\S+`).exec(service.output)![0];

async function open(address: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  return page;
}

async function keep(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(ROOT, 'docs/pictures', `${name}.png`) });
  process.stdout.write(`docs/pictures/${name}.png\n`);
}

async function ask(page: Page, question: string): Promise<void> {
  await page.locator('#text').fill(question);
  await page.locator('#text').press('Enter');
}

const listens = (page: Page) => page.locator('#state', { hasText: 'listening' }).waitFor();

/** A conversation on the talk page, which leaves a transcript and a timeline. */
async function converse(page: Page, avatar: number, picture?: string): Promise<void> {
  await page.locator('#knowledge').selectOption({ label: 'Harbour Museum' });
  await page.locator('button.avatar').nth(avatar).click();
  await page.locator('#veil').waitFor({ state: 'hidden' });
  await page.locator('#transcript li.character', { hasText: 'talk about?' }).waitFor();
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
  await createKnowledgeBase(service, 'Harbour Museum', MUSEUM.text);
  await converse(await open(link('talk'), DESKTOP), 2, 'conversation');
  await converse(await open(link('talk'), PHONE), 0, 'conversation-phone');

  const page = await open(link('console'), DESKTOP);
  const goTo = async (path: string, heading: string) => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, path);
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
} finally {
  await browser.close();
  await service.dispose();
}
process.exit();
