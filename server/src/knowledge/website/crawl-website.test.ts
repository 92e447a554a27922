import { expect, test } from 'vitest';
import type { WebPage } from '../../domain/knowledge-bases/website.ts';
import {
  type Fetched,
  OtherStatusError,
  OtherTypeError,
  RedirectedAwayError,
} from '../../lib/public-fetch.ts';
import { canonicalAddress } from '../extraction/canonical-address.ts';
import { type CrawlPorts, crawlWebsite, type WebsiteToCrawl } from './crawl-website.ts';

type Page = { links?: string[]; text?: string; type?: string; noindex?: true; nofollow?: true };
type Answer = Page | number | Error | { to: string };
const SITE = 'https://site.example';

/** Reads a made-up site without network or delay. */
async function read(
  site: Record<string, Answer>,
  website: Partial<WebsiteToCrawl> = {},
  ports: Partial<CrawlPorts> = {},
) {
  const asked: string[] = [];
  const kept: WebPage[] = [];
  const pauses: number[] = [];
  const pages = new Map<string, Page>();
  const fetch = async (url: string, { accepts }: Parameters<CrawlPorts['fetch']>[1]): Promise<Fetched> => {
    asked.push(url.replace(SITE, ''));
    const answer = site[url.replace(SITE, '')] ?? 404;
    if (typeof answer === 'number') throw new OtherStatusError(answer);
    if (answer instanceof Error) throw answer;
    if ('to' in answer)
      return { ...(await fetch(answer.to, { maxBytes: 1, ...(accepts && { accepts }) })), url: answer.to };
    const contentType = answer.type ?? 'text/html; charset=utf-8';
    if (accepts && !accepts(contentType)) throw new OtherTypeError('it is of another type');
    pages.set(url, answer);
    return { url, contentType, bytes: Buffer.from(answer.text ?? `The page ${url}`) };
  };
  const report = await crawlWebsite(
    { url: `${SITE}/`, depth: 5, maxPages: 50, known: [], ...website },
    {
      fetch,
      linksOf: async ({ url }) => {
        const { links = [], noindex, nofollow } = pages.get(url)!;
        const absolute = links.flatMap((link) => canonicalAddress(new URL(link, url).href) ?? []);
        return { title: `Title of ${url}`, links: absolute, mayIndex: !noindex, mayFollow: !nofollow };
      },
      storePage: async (page) => void kept.push(page),
      progress: async () => true,
      pause: async (ms) => void pauses.push(ms),
      now: () => 0,
      ...ports,
    },
  );
  return { report, asked, kept: kept.map(({ url }) => url.replace(SITE, '')), pages: kept, pauses };
}

test('reads what a page leads to, nearest first, each once, with a pause between', async () => {
  const { report, asked, kept, pauses } = await read({
    '/': { links: ['/a', '/b#part', '/b', '/'] },
    '/a': { links: ['/deep', '/a?utm_source=x'] },
    '/b': { links: ['/a'] },
    '/deep': {},
  });
  expect(kept).toEqual(['/', '/a', '/b', '/deep']);
  expect(asked).toEqual(['/robots.txt', '/', '/a', '/b', '/deep']);
  expect(pauses).toEqual([500, 500, 500, 500]);
  expect(report).toEqual({
    status: 'read',
    reason: null,
    present: new Set(['/', '/a', '/b', '/deep'].map((path) => SITE + path)),
  });
});

test('goes no deeper than the depth, and keeps no more than the maximum number of pages', async () => {
  const site = { '/': { links: ['/a', '/b'] }, '/a': { links: ['/deep'] }, '/b': {}, '/deep': {} };
  expect((await read(site, { depth: 0 })).kept).toEqual(['/']);
  expect((await read(site, { depth: 1 })).kept).toEqual(['/', '/a', '/b']);
  const { kept, report } = await read(site, { maxPages: 2 });
  expect(kept).toEqual(['/', '/a']);
  expect(report?.reason).toBe('The site has more pages than the limit of 2.');
});

test('leaves out other sites, paths outside its own, and files without text', async () => {
  const links = [
    'https://other.example/',
    'mailto:a@b.example',
    '/shop',
    '/help/b',
    'x.jpg',
    '/help',
    '/helper',
    'c',
  ];
  const site = {
    '/help/': { links },
    '/help/b': {},
    '/help/c': { type: 'video/mp4' },
    '/help': { text: 'again' },
  };
  const { kept, asked, report } = await read(site, { url: `${SITE}/help/` });
  expect(kept).toEqual(['/help/', '/help/b', '/help']);
  expect(asked).not.toContain('/helper');
  expect(report?.reason).toBeNull();
});

test('follows robots.txt: its rules and its delay, and reads nothing if it cannot be read', async () => {
  const site = { '/': { links: ['/a', '/secret/b'] }, '/a': {}, '/secret/b': {} };
  const robots = { type: 'text/plain', text: 'User-agent: *\nDisallow: /secret\nCrawl-delay: 3' };
  const { kept, pauses } = await read({ ...site, '/robots.txt': robots });
  expect(kept).toEqual(['/', '/a']);
  expect(pauses).toEqual([3_000, 3_000]);
  const forbidden = await read({ ...site, '/robots.txt': { text: 'User-agent: *\nDisallow: /' } });
  expect(forbidden.report).toEqual({
    status: 'failed',
    reason: 'The robots.txt of site.example does not allow reading the page.',
  });
  expect((await read({ ...site, '/robots.txt': 503 })).report?.reason).toBe(
    'The robots.txt of site.example could not be read: the server answered 503.',
  );
});

test('follows the robots directives in pages', async () => {
  const { kept } = await read({
    '/': { links: ['/list', '/end'] },
    '/list': { noindex: true, links: ['/found'] },
    '/end': { nofollow: true, links: ['/hidden'] },
    '/found': {},
    '/hidden': {},
  });
  expect(kept).toEqual(['/', '/end', '/found']);
});

test('a redirect counts as its target, once, and may not leave the site', async () => {
  const { kept } = await read({
    '/': { links: ['/old', '/new', '/away'] },
    '/old': { to: `${SITE}/new` },
    '/new': {},
    '/away': { to: 'https://other.example/' },
    'https://other.example/': {},
  });
  expect(kept).toEqual(['/', '/new']);
});

test('a whole site that moved is read at its new address, by the rules there', async () => {
  const www = 'https://www.site.example';
  const site = {
    '/': { to: `${www}/en/home` },
    [`${www}/en/home`]: { links: ['/de/', '/no'] },
    [`${www}/de/`]: {},
    [`${www}/no`]: {},
    [`${www}/robots.txt`]: { type: 'text/plain', text: 'User-agent: *\nDisallow: /no' },
  };
  expect((await read(site)).kept).toEqual([`${www}/en/home`, `${www}/de/`]);
});

test('the rules of a site that moved are those at its new address; an existing site must have its own', async () => {
  const away = new RedirectedAwayError(new URL('https://new.example/robots.txt'));
  await expect(read({ '/robots.txt': away, '/': away })).rejects.toBe(away);
  expect((await read({ '/robots.txt': away, '/': {} })).report?.reason).toBe(
    'The robots.txt of site.example is on another site.',
  );
  // The extent that the website's URL implies also applies to the URL it has moved to.
  const site = { '/en/': { links: ['/de/'] }, '/de/': {} };
  const moved = { url: 'https://old.example/', movedTo: `${SITE}/en/` };
  expect((await read(site, moved)).kept).toEqual(['/en/', '/de/']);
});

test('the same page under two addresses is kept once', async () => {
  const site = { '/': { links: ['/index.html'], text: 'Welcome' }, '/index.html': { text: 'Welcome' } };
  expect((await read(site)).kept).toEqual(['/']);
});

test('pages that fail are reported and kept; pages that are gone or need a password are not kept', async () => {
  const { report } = await read({ '/': { links: ['/a', '/b', '/c'] }, '/a': 500, '/b': 404, '/c': 401 });
  expect(report).toEqual({
    status: 'read',
    reason: `1 page was not read, such as ${SITE}/a: the server answered 500.`,
    present: new Set([`${SITE}/`, `${SITE}/a`]),
  });
});

test('a first page that cannot be read fails, and says why', async () => {
  expect((await read({ '/': 404 })).report).toEqual({
    status: 'failed',
    reason: `${SITE}/ could not be read: the server answered 404.`,
  });
});

test('a site that fails five times in a row is left alone, and none of its pages are removed', async () => {
  const links = ['/1', '/2', '/3', '/4', '/5', '/6'];
  const site = Object.fromEntries(links.map((link) => [link, new Error('it took too long')]));
  const { report, asked } = await read({ '/': { links }, ...site });
  expect(asked.at(-1)).toBe('/5');
  expect(report?.reason).toContain('Reading was stopped after 5 failed requests');
  expect(report).not.toHaveProperty('present');
});

test('ends after half an hour with what was read, and at once if it is cancelled', async () => {
  const site = { '/': { links: ['/a', '/b'] }, '/a': {}, '/b': {} };
  const times = [0, 20, 40].map((minutes) => minutes * 60_000);
  const late = await read(site, {}, { now: () => times.shift()! });
  expect(late.kept).toEqual(['/', '/a']);
  expect(late.report?.reason).toBe('Reading the site took longer than 30 minutes and was stopped.');
  expect(late.report).not.toHaveProperty('present');
  const stopped = await read(site, {}, { progress: async () => false });
  expect(stopped.report).toBeUndefined();
  expect(stopped.kept).toEqual(['/']);
});

test('a front page without links any more does not remove pages that still exist', async () => {
  const known = ['/', '/a', '/b', '/gone'].map((path) => SITE + path);
  const site = { '/': { text: 'Back soon' }, '/a': { links: ['/new'] }, '/b': {}, '/new': {} };
  const { report, kept } = await read(site, { known });
  expect(kept).toEqual(['/', '/a', '/b']);
  expect(report?.present).toEqual(new Set(['/', '/a', '/b'].map((path) => SITE + path)));
  // If only a page or two are no longer linked, they are removed.
  const few = await read({ '/': { links: ['/a', '/b'] }, '/a': {}, '/b': {}, '/gone': {} }, { known });
  expect(few.asked).not.toContain('/gone');
});

test('a page that cannot be stored is reported; a document without a title is named after its file', async () => {
  const site = {
    '/': { links: ['/large', '/Price%00%0A%20list.pdf'] },
    '/large': {},
    '/Price%00%0A%20list.pdf': { type: 'application/pdf' },
  };
  const names: string[] = [];
  const { report } = await read(
    site,
    {},
    {
      storePage: async ({ url, title }) => {
        names.push(title);
        return url.endsWith('/large') ? 'the document is too large' : undefined;
      },
    },
  );
  expect(names).toEqual([`Title of ${SITE}/`, `Title of ${SITE}/large`, 'Price list.pdf']);
  expect(report?.reason).toBe(`1 page was not read, such as ${SITE}/large: the document is too large.`);
});
