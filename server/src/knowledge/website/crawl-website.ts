import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { WebPage, WebsiteOutcome } from '../../domain/knowledge-bases/website.ts';
import { essenceOf } from '../../lib/media-type.ts';
import { messageOf } from '../../lib/message-of.ts';
import {
  type Fetched,
  OtherStatusError,
  OtherTypeError,
  RedirectedAwayError,
} from '../../lib/public-fetch.ts';
import { canonicalAddress } from '../extraction/canonical-address.ts';
import { cleanLine } from '../extraction/clean-text.ts';
import type { PageLinks } from '../extraction/formats/html-links.ts';
import { EVERYTHING_ALLOWED, type Robots, readRobots } from './robots.ts';
import { type Scope, scopeOf } from './scope.ts';

export interface WebsiteToCrawl {
  url: string;
  /** Where reading starts instead of `url`, because a redirect led there. */
  movedTo?: string | undefined;
  depth: number;
  maxPages: number;
  /** The addresses of its pages that were found before, with the same `depth` and `maxPages`. */
  known: readonly string[];
}

export interface CrawlPorts {
  /**
   * Follows redirects within the site. @throws Error with a message for people, or `OtherStatusError`,
   * `OtherTypeError`, `RedirectedAwayError`
   */
  fetch(
    url: string,
    bounds: { maxBytes: number; accepts?: (contentType: string) => boolean },
  ): Promise<Fetched>;
  /** Reads the links of an HTML page. */
  linksOf(page: Fetched): Promise<PageLinks>;
  /** @returns why this page could not be stored, if others can be; @throws if no page can be stored */
  storePage(page: WebPage): Promise<string | undefined>;
  /** False: this reading is no longer current. */
  progress(pages: number): Promise<boolean>;
  pause(ms: number): Promise<void>;
  now(): number;
}

const MAX_PAGE_BYTES = 8 * 1024 * 1024;
const MAX_ROBOTS_BYTES = 512 * 1024;
/** The pause between two requests to a site, in milliseconds. */
const PAUSE_MS = 500;
const MAX_MINUTES = 30;
const MAX_URLS = 5_000;
/** A site that fails this often in a row is left alone. */
const FAILURES_IN_A_ROW = 5;
/** Statuses that mean that nobody may read the page, or that it is gone. */
const GONE = [401, 403, 404, 410];
const HTML = ['text/html', 'application/xhtml+xml'];
const READ_TYPES = [...HTML, 'text/plain', 'text/markdown', 'application/pdf'];

/**
 * Reads a page and the pages of the same site that it links to, the nearest first, one after another, as `robots.txt`
 * and the pages themselves permit. @returns undefined if the reading is no longer current. @throws RedirectedAwayError
 * if its first page is on another site
 */
export async function crawlWebsite(
  website: WebsiteToCrawl,
  ports: CrawlPorts,
): Promise<WebsiteOutcome | undefined> {
  const failed = (reason: string) => ({ status: 'failed', reason }) as const;
  const address = canonicalAddress(website.movedTo ?? website.url);
  if (!address) return failed('The URL is not the address of a web page.');
  const start = new URL(address);
  let robots = await robotsOf(start, ports);
  if (typeof robots === 'string') return failed(robots);
  if (!robots.allows(start))
    return failed(`The robots.txt of ${start.host} does not allow reading the page.`);
  await ports.pause(Math.max(PAUSE_MS, robots.delayMs));
  let first: Fetched;
  try {
    first = await ports.fetch(start.href, { maxBytes: MAX_PAGE_BYTES, accepts: isReadType });
  } catch (error) {
    if (error instanceof RedirectedAwayError) throw error;
    return failed(`${start.href} could not be read: ${messageOf(error)}.`);
  }
  if (robots === RULES_ELSEWHERE) return failed(`The robots.txt of ${start.host} is on another site.`);
  const found = new URL(canonicalAddress(first.url) ?? start);
  if (found.origin !== start.origin) {
    robots = await robotsOf(found, ports);
    if (typeof robots === 'string') return failed(robots);
    if (robots === RULES_ELSEWHERE) return failed(`The robots.txt of ${found.host} is on another site.`);
    if (!robots.allows(found))
      return failed(`The robots.txt of ${found.host} does not allow reading the page.`);
  }
  // The address of a whole site means all of it, even if its first page is further down.
  const isWhole = new URL(website.url).pathname === '/';
  const scope = scopeOf(isWhole ? new URL('/', found) : found);
  return new WebsiteCrawl(website, ports, robots, scope).run(found.href, first);
}

const isReadType = (contentType: string) => READ_TYPES.includes(essenceOf(contentType));

/** The rules of a site that moved: only its first page is requested, which should redirect to the new site. */
const RULES_ELSEWHERE: Robots = { ...EVERYTHING_ALLOWED };

/** @returns the rules, or why the site cannot be read */
async function robotsOf({ origin, host }: URL, ports: CrawlPorts): Promise<Robots | string> {
  try {
    const { bytes } = await ports.fetch(`${origin}/robots.txt`, { maxBytes: MAX_ROBOTS_BYTES });
    return readRobots(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof RedirectedAwayError) return RULES_ELSEWHERE;
    // RFC 9309: if the file does not exist, everything is allowed; if it cannot be reached, nothing is.
    if (error instanceof OtherStatusError && error.status >= 400 && error.status < 500)
      return EVERYTHING_ALLOWED;
    return `The robots.txt of ${host} could not be read: ${messageOf(error)}.`;
  }
}

class WebsiteCrawl {
  readonly #website: WebsiteToCrawl;
  readonly #ports: CrawlPorts;
  readonly #robots: Robots;
  readonly #scope: Scope;
  readonly #queue: { url: string; depth: number }[] = [];
  /** All addresses that were found. */
  readonly #found = new Set<string>();
  /** The addresses of the pages that exist. */
  readonly #present = new Set<string>();
  readonly #hashes = new Set<string>();
  readonly #failures: { url: string; reason: string }[] = [];
  #storedCount = 0;
  #failuresInARow = 0;
  /** Whether the known pages that no link leads to have been queued. */
  #hasQueuedKnown = false;

  constructor(website: WebsiteToCrawl, ports: CrawlPorts, robots: Robots, scope: Scope) {
    this.#website = website;
    this.#ports = ports;
    this.#robots = robots;
    this.#scope = scope;
  }

  /** @param first the page at `url`, which has already been fetched */
  async run(url: string, first: Fetched): Promise<WebsiteOutcome | undefined> {
    const { maxPages } = this.#website;
    const deadline = this.#ports.now() + MAX_MINUTES * 60_000;
    this.#found.add(url);
    await this.#storeAndFollow(url, 0, first);
    for (let next = this.#next(); next && this.#storedCount < maxPages; next = this.#next()) {
      // Yield to other work: evaluating a site's rules may take some milliseconds.
      await setImmediate();
      if (!this.#robots.allows(new URL(next.url))) continue;
      if (!(await this.#ports.progress(this.#storedCount))) return undefined;
      if (this.#ports.now() > deadline)
        return this.#report(
          `Reading the site took longer than ${MAX_MINUTES} minutes and was stopped.`,
          false,
        );
      await this.#ports.pause(Math.max(PAUSE_MS, this.#robots.delayMs));
      await this.#visit(next.url, next.depth);
      if (this.#failuresInARow === FAILURES_IN_A_ROW)
        return this.#report(
          `Reading was stopped after ${FAILURES_IN_A_ROW} failed requests in a row.`,
          false,
        );
    }
    if (!(await this.#ports.progress(this.#storedCount))) return undefined;
    const isFull = this.#storedCount === maxPages && this.#queue.length > 0;
    return this.#report(isFull ? `The site has more pages than the limit of ${maxPages}.` : '', true);
  }

  /**
   * Returns the next page that a link leads to; after these, if most of the known pages were not found, each missing
   * one. A front page that is under repair, or asks something first, links to nothing, though its pages still exist.
   */
  #next(): { url: string; depth: number } | undefined {
    const next = this.#queue.shift();
    if (next || this.#hasQueuedKnown) return next;
    this.#hasQueuedKnown = true;
    const { known, depth } = this.#website;
    const unlinked = known.filter((url) => !this.#found.has(url));
    if (unlinked.length > known.length / 2) for (const url of unlinked) this.#enqueue(url, depth);
    return this.#queue.shift();
  }

  #report(ending: string, isWhole: boolean): WebsiteOutcome {
    const [failure] = this.#failures;
    const { length } = this.#failures;
    const faults =
      failure &&
      `${length === 1 ? '1 page was' : `${length} pages were`} not read, such as ${failure.url}: ${failure.reason}.`;
    const reason = [ending, faults].filter(Boolean).join(' ') || null;
    return { status: 'read', reason, ...(isWhole && { present: this.#present }) };
  }

  async #visit(url: string, depth: number): Promise<void> {
    let page: Fetched;
    try {
      page = await this.#ports.fetch(url, { maxBytes: MAX_PAGE_BYTES, accepts: isReadType });
    } catch (error) {
      if (error instanceof OtherTypeError || error instanceof RedirectedAwayError) return;
      if (error instanceof OtherStatusError && GONE.includes(error.status)) return;
      this.#failuresInARow++;
      this.#recordFailure(url, messageOf(error));
      return;
    }
    this.#failuresInARow = 0;
    const found = canonicalAddress(page.url);
    // A redirect led elsewhere, or to a page that is read by its own address.
    if (found === undefined || (found !== url && this.#found.has(found))) return;
    if (!this.#scope.includes(new URL(found)) || !this.#robots.allows(new URL(found))) return;
    this.#found.add(found);
    await this.#storeAndFollow(found, depth, page);
  }

  /** Records that a page could not be read. Its document from an earlier reading stays: it may come back. */
  #recordFailure(url: string, reason: string): void {
    this.#failures.push({ url, reason });
    this.#present.add(url);
  }

  async #storeAndFollow(url: string, depth: number, page: Fetched): Promise<void> {
    const isHtml = HTML.includes(essenceOf(page.contentType));
    const read = isHtml ? await this.#ports.linksOf({ ...page, url }) : undefined;
    if (read?.mayFollow && depth < this.#website.depth)
      for (const link of read.links) this.#enqueue(link, depth + 1);
    if (read && !read.mayIndex) return;
    const { bytes, contentType: mediaType } = page;
    const hash = createHash('sha256').update(bytes).digest('base64url');
    // The same page at another address.
    if (this.#hashes.has(hash)) return;
    this.#hashes.add(hash);
    const title = read?.title || decodedName(url);
    const problem = await this.#ports.storePage({ url, title, mediaType, bytes, hash });
    if (problem !== undefined) {
      this.#recordFailure(url, problem);
      return;
    }
    this.#present.add(url);
    this.#storedCount++;
  }

  #enqueue(url: string, depth: number): void {
    if (this.#found.has(url) || this.#found.size >= MAX_URLS || !this.#scope.includes(new URL(url))) return;
    this.#found.add(url);
    this.#queue.push({ url, depth });
  }
}

/** Returns a name for a document without a title: the end of its path. */
function decodedName(url: string): string {
  const { host, pathname } = new URL(url);
  const name = pathname.split('/').findLast(Boolean) ?? host;
  try {
    return cleanLine(decodeURIComponent(name));
  } catch {
    return name;
  }
}
