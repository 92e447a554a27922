import type { WebsiteStatus } from '@visavis/contracts';
import type { Owned, OwnedStore } from '../owned.ts';

/** A website, or a part of one, whose pages are documents of a knowledge base. */
export interface Website extends Owned {
  knowledgeBaseId: string;
  url: string;
  /** How many links away from `url` a page may be. */
  depth: number;
  maxPages: number;
  /** Hours between two readings; `null`: it is read again only when somebody asks for it. */
  refreshHours: number | null;
  status: WebsiteStatus;
  statusReason: string | null;
  /** How many pages were found so far, or at the last reading. */
  pages: number;
  /** Counts the readings: what an earlier one still reports is ignored. */
  attempt: number;
  readAt: Date | null;
  nextReadAt: Date | null;
}

export type WebsitePatch = Partial<
  Pick<Website, 'status' | 'statusReason' | 'pages' | 'attempt' | 'readAt' | 'nextReadAt' | 'updatedAt'>
>;

export interface WebsiteStore extends OwnedStore<Website> {
  findInAnyOrganization(id: string): Promise<Website | undefined>;
  /** Writes the patch if no later reading was asked for; otherwise does nothing. */
  advance(job: WebsiteJob, patch: WebsitePatch): Promise<Website | undefined>;
  /** Returns the websites of all organizations that are being read or will be read again. */
  unfinished(): Promise<Website[]>;
}

/** One reading of a website. */
export interface WebsiteJob {
  websiteId: string;
  attempt: number;
}

/** The queue of readings. Each reports through `Websites`. */
export interface WebsiteQueue {
  /** Queues a reading, at once where `at` is absent. Does nothing for a reading that waits or runs already. */
  enqueue(website: Website, at?: Date): Promise<void>;
}

/** A page as it was read. */
export interface WebPage {
  url: string;
  title: string;
  /** Media type with its character set. */
  mediaType: string;
  bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  hash: string;
}

/** How a reading ended. */
export interface WebsiteOutcome {
  status: 'read' | 'failed';
  /** Why it failed, or what was not read; `null` where there is nothing to say. */
  reason: string | null;
  /** Addresses of pages that were read, or are there and could not be read now; absent where not all were looked for. */
  present?: ReadonlySet<string>;
}
