import { Readable } from 'node:stream';
import {
  type CreateWebsite,
  DOCUMENT_TYPES,
  type DocumentType,
  TEXT_LIMITS,
  type UpdateWebsite,
  WEBSITE_DEFAULTS,
} from '@visavis/contracts';
import { essenceOf } from '../../lib/media-type.ts';
import { addSeconds, type Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import { type AddressPolicy, checkAddress } from '../messages/check-address.ts';
import type { Organization } from '../organizations/organization.ts';
import { ownedResources } from '../owned.ts';
import type { Documents } from './documents.ts';
import type { KnowledgeBases } from './knowledge-bases.ts';
import type {
  WebPage,
  Website,
  WebsiteJob,
  WebsiteOutcome,
  WebsitePatch,
  WebsiteQueue,
  WebsiteStore,
} from './website.ts';

const WEBSITES_PER_ORGANIZATION = 50;

export type Websites = ReturnType<typeof createWebsites>;

export function createWebsites(needs: {
  store: WebsiteStore;
  documents: Documents;
  knowledgeBases: Pick<KnowledgeBases, 'get' | 'resolveReference'>;
  organizations: { get(id: string): Promise<Organization> };
  queue: WebsiteQueue;
  addressPolicy: AddressPolicy;
  clock: Clock;
}) {
  const { store, documents, knowledgeBases, organizations, queue, addressPolicy, clock } = needs;
  const websites = ownedResources('website', 'site', store, clock);

  async function enqueue(website: Website): Promise<Website> {
    try {
      await queue.enqueue(website);
      return website;
    } catch (error) {
      const reason = 'Reading the website could not be scheduled; try again.';
      await recordOutcome(jobOf(website), { status: 'failed', reason });
      throw error;
    }
  }

  /** Requests a crawl with the changed fields. It replaces one that is running. */
  async function requestCrawl(
    organizationId: string,
    id: string,
    changed: Partial<Pick<Website, 'depth' | 'maxPages' | 'refreshHours' | 'client' | 'readAt'>> = {},
  ): Promise<Website> {
    const { attempt } = await websites.get(organizationId, id);
    const started = { status: 'reading', statusReason: null, nextReadAt: null, pages: 0 } as const;
    return enqueue(
      await websites.change(organizationId, id, { ...changed, ...started, attempt: attempt + 1 }),
    );
  }

  /** Changes the website of a crawl; returns `undefined` if a later crawl has replaced it. */
  const updateIfCurrent = (job: WebsiteJob, patch: WebsitePatch) =>
    store.updateIfCurrent(job, { ...patch, updatedAt: clock() });

  async function recordOutcome(job: WebsiteJob, { status, reason }: WebsiteOutcome): Promise<void> {
    const website = await store.findInAnyOrganization(job.websiteId);
    if (!website) return;
    const now = clock();
    const hours = website.refreshHours;
    const nextReadAt = hours === null ? null : addSeconds(now, hours * 3_600);
    // A new attempt number, so that remaining reports of this crawl are ignored.
    const attempt = job.attempt + 1;
    const patch = { status, statusReason: reason, readAt: now, nextReadAt, attempt };
    const finished = await updateIfCurrent(job, patch);
    if (finished && nextReadAt) await queue.enqueue(finished, nextReadAt);
  }

  return {
    get: websites.get,
    list: websites.list,
    create: async (organizationId: string, fields: CreateWebsite): Promise<Website> => {
      const { knowledgeBaseId, url, depth, maxPages, refreshHours, client } = fields;
      await knowledgeBases.resolveReference(organizationId, knowledgeBaseId, 'knowledgeBaseId');
      const row = {
        knowledgeBaseId,
        url: checkAddress(url, addressPolicy, 'only public pages can be read.'),
        depth: depth ?? WEBSITE_DEFAULTS.depth,
        maxPages: maxPages ?? WEBSITE_DEFAULTS.maxPages,
        refreshHours: refreshHours ?? null,
        client: client ?? null,
        status: 'reading',
        statusReason: null,
        pages: 0,
        attempt: 1,
        readAt: null,
        nextReadAt: null,
      } as const;
      return enqueue(await websites.add(organizationId, row, WEBSITES_PER_ORGANIZATION));
    },
    update: (organizationId: string, id: string, fields: UpdateWebsite): Promise<Website> => {
      const { depth, maxPages, refreshHours, client } = fields;
      return requestCrawl(organizationId, id, {
        readAt: null,
        ...(depth !== undefined && { depth: depth ?? WEBSITE_DEFAULTS.depth }),
        ...(maxPages !== undefined && { maxPages: maxPages ?? WEBSITE_DEFAULTS.maxPages }),
        ...(refreshHours !== undefined && { refreshHours }),
        ...(client !== undefined && { client }),
      });
    },
    read: (organizationId: string, id: string) => requestCrawl(organizationId, id),
    remove: async (organizationId: string, id: string): Promise<Website> => {
      const { knowledgeBaseId, attempt } = await websites.get(organizationId, id);
      // Prevents a running crawl from adding more pages.
      await websites.change(organizationId, id, { status: 'failed', attempt: attempt + 1 });
      const knowledgeBase = await knowledgeBases.get(organizationId, knowledgeBaseId);
      for (const page of await documents.ofWebsite(knowledgeBaseId, id))
        await documents.remove(knowledgeBase, page.id).catch(ignoreNotFound);
      return websites.remove(organizationId, id);
    },
    /** Queues crawls that a crash interrupted, and those due later. Call this when the service starts. */
    async resume(): Promise<void> {
      for (const website of await store.unfinished())
        await queue.enqueue(website, website.nextReadAt ?? undefined);
    },

    /** Starts a crawl and returns its website; `undefined` if a later crawl has replaced it. */
    begin: (job: WebsiteJob): Promise<Website | undefined> =>
      updateIfCurrent(job, { status: 'reading', statusReason: null, nextReadAt: null, pages: 0 }),
    /** Returns the addresses of known pages; none before the first crawl with the current fields. */
    knownPages: async ({ id, knowledgeBaseId, readAt }: Website): Promise<string[]> =>
      readAt ? (await documents.ofWebsite(knowledgeBaseId, id)).flatMap(({ url }) => url ?? []) : [],
    /** Adds a page to the documents, or replaces its changed one. @throws DomainError `conflict`, `quota_exceeded` */
    async storePage(
      website: Website,
      { url, title, mediaType, bytes, hash: contentHash }: WebPage,
    ): Promise<void> {
      const { organizationId, knowledgeBaseId, id: websiteId } = website;
      const knowledgeBase = await knowledgeBases.get(organizationId, knowledgeBaseId);
      const mimeType = documentTypeOf(mediaType);
      const name = (title || url).slice(0, TEXT_LIMITS.name);
      const [before] = await documents.ofWebsite(knowledgeBaseId, websiteId, url);
      if (before?.contentHash === contentHash || before?.status === 'indexing') return;
      if (before && before.mimeType !== mimeType) await documents.remove(knowledgeBase, before.id);
      const document =
        before?.mimeType === mimeType
          ? before
          : (await documents.create(knowledgeBase, { name, mimeType }, { websiteId, url })).document;
      const { documentBytes: maxBytes } = await organizations.get(organizationId);
      const content = Readable.from([bytes]);
      const page = { name, contentHash };
      try {
        await documents.upload(document, content, {
          maxBytes,
          announcedBytes: bytes.length,
          contentType: mediaType,
          page,
        });
        await documents.index(knowledgeBase, document.id);
      } catch (error) {
        // The page was deleted or is being indexed by someone else; the next crawl finds it again.
        if (!(error instanceof DomainError && ['conflict', 'not_found'].includes(error.code))) throw error;
      }
    },
    /** Returns false if a later crawl has replaced this one, which should then stop. */
    recordProgress: async (job: WebsiteJob, pages: number): Promise<boolean> =>
      (await updateIfCurrent(job, { pages })) !== undefined,
    /** Finishes a crawl; pages that no longer exist are removed from the knowledge base. */
    async finish(job: WebsiteJob, outcome: WebsiteOutcome): Promise<void> {
      const website = await store.findInAnyOrganization(job.websiteId);
      if (website?.attempt !== job.attempt) return;
      const { present } = outcome;
      if (present) {
        const knowledgeBase = await knowledgeBases.get(website.organizationId, website.knowledgeBaseId);
        for (const page of await documents.ofWebsite(knowledgeBase.id, website.id))
          if (!present.has(page.url ?? ''))
            await documents.remove(knowledgeBase, page.id).catch(ignoreNotFound);
      }
      await recordOutcome(job, outcome);
    },
  };
}

const jobOf = ({ id, attempt }: Website): WebsiteJob => ({ websiteId: id, attempt });

function documentTypeOf(mediaType: string): DocumentType {
  const essence = essenceOf(mediaType);
  // XHTML is treated as HTML.
  return DOCUMENT_TYPES.find((type) => type === essence) ?? 'text/html';
}

/** Ignores that something was already deleted. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
}
