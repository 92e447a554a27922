import type { Clock } from './clock.ts';
import { conflict, notFound, quote, unprocessable } from './errors.ts';
import { type IdPrefix, newId } from './ids.ts';

/** The fields of every resource of an organization. Absent values are `null` internally. */
export interface Owned {
  id: string;
  organizationId: string;
  client: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A page of a list. Without `client`, it includes all clients. */
export interface PageRequest {
  skip: number;
  take: number;
  /** Only rows after this position; `skip` must be 0. */
  after?: PagePosition;
  client?: string;
}

/** The position of a row in its list, which does not change when other rows are added or removed. */
export interface PagePosition {
  /** ISO 8601 with microseconds. */
  at: string;
  id: string;
}

/** A page of a list as the store returns it. */
export interface RowsOf<T> {
  /** Number of rows that match the filter. */
  total: number;
  rows: T[];
  /** The position of the last row, if more rows follow. */
  next?: PagePosition;
}

export interface PageOf<T> extends PageRequest, RowsOf<T> {}

/** Returns a page of rows that belong to no client: a filter by client matches none. */
export async function clientlessPage<T, Page extends PageRequest>(
  page: Page,
  list: () => Promise<RowsOf<T>>,
): Promise<Page & RowsOf<T>> {
  return { ...page, ...(page.client === undefined ? await list() : { rows: [], total: 0 }) };
}

/** Rows of one kind, always accessed together with their organization. Lists are newest first, ties by id. */
export interface OwnedStore<T extends Owned> {
  /**
   * Returns false if the organization already has `maxRows` of them.
   * @throws DomainError `conflict` for a duplicate, or if a resource that it refers to was deleted
   */
  insert(row: T, maxRows?: number): Promise<boolean>;
  find(organizationId: string, id: string): Promise<T | undefined>;
  findMany(organizationId: string, ids: readonly string[]): Promise<T[]>;
  list(organizationId: string, page: PageRequest): Promise<RowsOf<T>>;
  /** Finds the oldest that belongs to no client. */
  findOldest(organizationId: string): Promise<T | undefined>;
  update(organizationId: string, id: string, patch: Partial<T>): Promise<T | undefined>;
  /** Returns the removed row. @throws DomainError `conflict` while something refers to it */
  remove(organizationId: string, id: string): Promise<T | undefined>;
}

/** Maximum resources of a kind per organization, unless the kind has a smaller limit: lists count their rows. */
export const MAX_OF_A_KIND = 10_000;

export const limitReached = (noun: string, maxResources: number) =>
  conflict(`The organization already has ${maxResources} ${noun}s, which is the limit.`);

export type OwnedFields<T extends Owned> = Omit<T, Exclude<keyof Owned, 'client'>>;

/** Create, read, update and delete for all such resources. Functions passed to routes do not need `this`. */
export interface OwnedResources<T extends Owned> {
  /** @throws DomainError `not_found` */
  get: (organizationId: string, id: string) => Promise<T>;
  /**
   * Finds the resource to which a request refers at `path`; `label` is its name there, if different. If `onlyClient` is
   * set, resources of other clients count as missing.
   * @throws DomainError `unprocessable`
   */
  resolveReference(
    organizationId: string,
    id: string,
    path: string,
    options?: { label?: string | undefined; onlyClient?: string | undefined },
  ): Promise<T>;
  /** Returns resources by id; deleted ones are omitted. */
  getMany(organizationId: string, ids: Iterable<string | null>): Promise<Map<string, T>>;
  list: (organizationId: string, page: PageRequest) => Promise<PageOf<T>>;
  /** @throws DomainError `conflict` if the organization already has `maxResources` of them */
  add(organizationId: string, fields: OwnedFields<T>, maxResources?: number): Promise<T>;
  /** Ignores undefined values. @throws DomainError `not_found` */
  change(organizationId: string, id: string, patch: Partial<OwnedFields<T>>): Promise<T>;
  /** @throws DomainError `not_found`; `conflict` while it is in use */
  remove: (organizationId: string, id: string) => Promise<T>;
}

export function ownedResources<T extends Owned>(
  noun: string,
  prefix: IdPrefix,
  store: OwnedStore<T>,
  clock: Clock,
): OwnedResources<T> {
  return {
    async get(organizationId, id) {
      const row = await store.find(organizationId, id);
      if (!row) throw notFound(noun, id);
      return row;
    },
    async resolveReference(organizationId, id, path, { label = noun, onlyClient } = {}) {
      const row = await store.find(organizationId, id);
      const isOfOtherClient = onlyClient !== undefined && row?.client !== null && row?.client !== onlyClient;
      if (!row || isOfOtherClient) throw unprocessable(path, `There is no ${label} ${quote(id)}.`);
      return row;
    },
    async getMany(organizationId, ids) {
      const wanted = [...new Set(ids)].filter((id): id is string => id !== null);
      const rows = wanted.length === 0 ? [] : await store.findMany(organizationId, wanted);
      return new Map(rows.map((row) => [row.id, row]));
    },
    async list(organizationId, page) {
      return { ...page, ...(await store.list(organizationId, page)) };
    },
    async add(organizationId, fields, maxResources = MAX_OF_A_KIND) {
      const now = clock();
      const own = { id: newId(prefix), organizationId, createdAt: now, updatedAt: now };
      // Not Object.assign: adding properties to an object of more than twenty makes it slow to read and copy.
      const row = { ...fields, ...own } as unknown as T;
      if (!(await store.insert(row, maxResources))) throw limitReached(noun, maxResources);
      return row;
    },
    async change(organizationId, id, patch) {
      const changes = { ...withoutUndefined(patch), updatedAt: clock() } as Partial<T>;
      const row = await store.update(organizationId, id, changes);
      if (!row) throw notFound(noun, id);
      return row;
    },
    async remove(organizationId, id) {
      const row = await store.remove(organizationId, id);
      if (!row) throw notFound(noun, id);
      return row;
    },
  };
}

/** Creates the error for deleting a resource to which another one, of the kind `by`, refers. */
export const inUse = (noun: string, by = 'another resource') =>
  conflict(`The ${noun} is still used by ${by}; delete or change that first.`);

function withoutUndefined<T extends object>(patch: T): Partial<T> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<T>;
}
