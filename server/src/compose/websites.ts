import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { DomainError } from '../domain/errors.ts';
import type { WebsiteJob, WebsiteQueue } from '../domain/knowledge-bases/website.ts';
import type { Websites } from '../domain/knowledge-bases/websites.ts';
import { extractLinks } from '../knowledge/extraction/extract-text.ts';
import { ExtractionError } from '../knowledge/extraction/extraction-error.ts';
import { type CrawlPorts, crawlWebsite } from '../knowledge/website/crawl-website.ts';
import { siteOf } from '../knowledge/website/site-of.ts';
import { fetchPublic, RedirectedAwayError } from '../lib/public-fetch.ts';
import { enqueueJob } from '../store/jobs/enqueue-job.ts';
import { type JobRunner, ResourceNeeded } from '../store/jobs/job-runner.ts';
import type { Database } from '../store/open-database.ts';

const READ_WEBSITE = 'read_website';
/** Maximum websites that this process crawls at once: each mostly waits. */
const CRAWLS_AT_ONCE = 12;
/** Extra slots, each for the only crawl of its organization. */
const RESERVED_SLOTS = 4;
/** A crawl fails if the service has ended this often during it, because it may be the cause. */
const MAX_CRASHED_ATTEMPTS = 2;
const PAGE_TIMEOUT_MS = 20_000;
/** Maximum redirects from one site to another that a crawl follows. */
const MAX_MOVES = 3;
const NOT_READ = 'The website could not be read; try again.';
/** The result for a page that cannot be parsed: the page is stored nevertheless; its document states the problem. */
const NO_LINKS = { title: '', links: [], mayIndex: true, mayFollow: false };

/** A crawl in the queue. Each site is crawled by one job at a time, whoever requested it. */
interface SiteJob extends WebsiteJob {
  /** The address to which the website's address redirects. */
  movedTo?: string;
  moves?: number;
}

export type ComposedWebsites = ReturnType<typeof composeWebsites>;

export function composeWebsites(needs: {
  database: Database;
  /** Whether sites in a private network, and over plain http, may be crawled. */
  allowPrivate: boolean;
}) {
  const { database, allowPrivate } = needs;

  async function crawl(job: SiteJob, websites: Websites, signal: AbortSignal): Promise<void> {
    const website = await websites.begin(job);
    if (!website) return;
    const { movedTo = website.url, moves = 0 } = job;
    const site = siteOf(movedTo);
    const fail = (reason: string) => websites.finish(job, { status: 'failed', reason });
    const ports: CrawlPorts = {
      fetch: (url, { maxBytes, accepts }) =>
        fetchPublic(url, maxBytes, {
          owner: website.organizationId,
          timeoutMs: PAGE_TIMEOUT_MS,
          signal,
          // Another crawl of that site may be in progress.
          follows: (to) => siteOf(to.href) === site,
          ...(accepts && { accepts }),
          ...(allowPrivate && { protocols: ['https:', 'http:'], isAllowed: () => true }),
        }),
      linksOf: ({ bytes, contentType, url }) =>
        extractLinks({ content: Readable.from([bytes]), mimeType: contentType }, url, { signal }).catch(
          (error: unknown) => {
            if (error instanceof ExtractionError) return NO_LINKS;
            throw error;
          },
        ),
      storePage: (page) =>
        websites.storePage(website, page).then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof DomainError && error.code === 'payload_too_large') return error.message;
            throw error;
          },
        ),
      progress: (pages) => websites.recordProgress(job, pages),
      pause: (ms) => setTimeout(ms, undefined, { signal }),
      now: () => performance.now(),
    };
    try {
      const known = await websites.knownPages(website);
      const outcome = await crawlWebsite({ ...website, movedTo, known }, ports);
      // What was fetched while the service stopped looks like a failure of the site.
      signal.throwIfAborted();
      if (outcome) await websites.finish(job, outcome);
    } catch (error) {
      if (error instanceof RedirectedAwayError && moves < MAX_MOVES) {
        const { href } = error.to;
        throw new ResourceNeeded(siteOf(href), {
          ...job,
          movedTo: href,
          moves: moves + 1,
        } satisfies SiteJob);
      }
      if (error instanceof RedirectedAwayError)
        return fail('The website redirects repeatedly to other sites.');
      // The knowledge base is full, or the organization's quota is used up: retrying would not help.
      if (!(error instanceof DomainError)) throw error;
      await fail(error.message);
    }
  }

  return {
    queue: {
      async enqueue({ id, url, organizationId, attempt }, at?) {
        await enqueueJob(database.kysely, {
          kind: READ_WEBSITE,
          payload: { websiteId: id, attempt } satisfies WebsiteJob,
          lane: organizationId,
          holds: siteOf(url),
          uniqueKey: `${id}/${attempt}`,
          ...(at && { runAt: at }),
        });
      },
    } satisfies WebsiteQueue,
    /** Starts crawling, beginning with what the last shutdown interrupted. */
    async start(websites: Websites, jobs: JobRunner) {
      await websites.resume();
      jobs.handle(READ_WEBSITE, {
        concurrency: CRAWLS_AT_ONCE,
        perLane: 1,
        reservedLaneSlots: RESERVED_SLOTS,
        maxCrashedAttempts: MAX_CRASHED_ATTEMPTS,
        graceMs: 0,
        run: (payload, { signal }) => crawl(payload as SiteJob, websites, signal),
        onGivenUp: (payload) =>
          websites.finish(payload as WebsiteJob, { status: 'failed', reason: NOT_READ }),
      });
    },
  };
}
