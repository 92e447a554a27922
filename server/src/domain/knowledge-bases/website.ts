import type { WebsiteStatus } from '@visavis/contracts';
import type { Owned, OwnedStore } from '../owned.ts';

/** A website, or a part of one, whose pages are documents of a knowledge base. */
export interface Website extends Owned {
  knowledgeBaseId: string;
  url: string;
  /** How many links away from `url` a page may be. */
  depth: number;
  maxPages: number;
  /** Hours between two crawls; `null` if it is crawled again only on request. */
  refreshHours: number | null;
  status: WebsiteStatus;
  statusReason: string | null;
  /** Number of pages found so far, or in the last crawl. */
  pages: number;
  /** Counts the crawls: reports of earlier ones are ignored. */
  attempt: number;
  readAt: Date | null;
  nextReadAt: Date | null;
}

export type WebsitePatch = Partial<
  Pick<Website, 'status' | 'statusReason' | 'pages' | 'attempt' | 'readAt' | 'nextReadAt' | 'updatedAt'>
>;

export interface WebsiteStore extends OwnedStore<Website> {
  findInAnyOrganization(id: string): Promise<Website | undefined>;
  /** Writes the patch unless a later crawl was requested. */
  updateIfCurrent(job: WebsiteJob, patch: WebsitePatch): Promise<Website | undefined>;
  /** Returns the websites of all organizations that are being crawled or are due later. */
  unfinished(): Promise<Website[]>;
}

/** One crawl of a website. */
export interface WebsiteJob {
  websiteId: string;
  attempt: number;
}

/** The queue of crawls. Each reports through `Websites`. */
export interface WebsiteQueue {
  /** Queues a crawl, by default for now. Does nothing for one that is already queued or running. */
  enqueue(website: Website, at?: Date): Promise<void>;
}

/** A page as it was fetched. */
export interface WebPage {
  url: string;
  title: string;
  /** Media type with its character set. */
  mediaType: string;
  bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  hash: string;
}

/** The result of a crawl. */
export interface WebsiteOutcome {
  status: 'read' | 'failed';
  /** Why it failed, or what was not read; `null` if there is nothing to report. */
  reason: string | null;
  /** Addresses of pages that were read, or exist but could not be read now; absent if the crawl was incomplete. */
  present?: ReadonlySet<string>;
}
