import type { Clock } from './clock.ts';
import { conflict, notFound, quote, unprocessable } from './errors.ts';
import { type IdPrefix, newId } from './ids.ts';

/** What every resource of an organization has. Absent values are `null` inside. */
export interface Owned {
  id: string;
  organizationId: string;
  client: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Which part of a list. `client` absent: of all clients. */
export interface PageRequest {
  skip: number;
  take: number;
  /** Only what comes behind this place; then `skip` is 0. */
  after?: PagePlace;
  client?: string;
}

/** The place of a row in its list, which it keeps whatever is added or removed. */
export interface PagePlace {
  /** ISO 8601 with microseconds. */
  at: string;
  id: string;
}

/** What a store answers of a list. */
export interface RowsOf<T> {
  /** How many the filter matches in all. */
  total: number;
  rows: T[];
  /** The place of the last row, where more come behind it. */
  next?: PagePlace;
}

export interface PageOf<T> extends PageRequest, RowsOf<T> {}

/** Rows of one kind, each reached only together with its organization. Lists are newest first, ties by id. */
export interface OwnedStore<T extends Owned> {
  /** @throws DomainError `conflict` for a duplicate, or when something it refers to is gone */
  insert(row: T): Promise<void>;
  find(organizationId: string, id: string): Promise<T | undefined>;
  findMany(organizationId: string, ids: readonly string[]): Promise<T[]>;
  list(organizationId: string, page: PageRequest): Promise<RowsOf<T>>;
  /** The oldest that belongs to no client. */
  findOldest(organizationId: string): Promise<T | undefined>;
  update(organizationId: string, id: string, patch: Partial<T>): Promise<T | undefined>;
  /** Answers what was removed. @throws DomainError `conflict` while something refers to it */
  remove(organizationId: string, id: string): Promise<T | undefined>;
}

export type OwnedFields<T extends Owned> = Omit<T, Exclude<keyof Owned, 'client'>>;

/** What the life cycles of all such resources have in common. */
export interface OwnedResources<T extends Owned> {
  /** @throws DomainError `not_found` */
  get(organizationId: string, id: string): Promise<T>;
  /**
   * The resource that a request refers to at `path`; `called` is its name there, where that is another.
   * @throws DomainError `unprocessable`
   */
  refer(organizationId: string, id: string, path: string, called?: string): Promise<T>;
  /** By id; those that are gone are left out. */
  getMany(organizationId: string, ids: Iterable<string | null>): Promise<Map<string, T>>;
  list(organizationId: string, page: PageRequest): Promise<PageOf<T>>;
  add(organizationId: string, fields: OwnedFields<T>): Promise<T>;
  /** Undefined values stay as they are. @throws DomainError `not_found` */
  change(organizationId: string, id: string, patch: Partial<OwnedFields<T>>): Promise<T>;
  /** @throws DomainError `not_found`, `conflict` while it is in use */
  remove(organizationId: string, id: string): Promise<T>;
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
    async refer(organizationId, id, path, called = noun) {
      const row = await store.find(organizationId, id);
      if (!row) throw unprocessable(path, `There is no ${called} ${quote(id)}.`);
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
    async add(organizationId, fields) {
      const now = clock();
      const own = { id: newId(prefix), organizationId, createdAt: now, updatedAt: now };
      const row = Object.assign({ ...fields }, own) as unknown as T;
      await store.insert(row);
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

/** The conflict of deleting what another resource still refers to; `by` is what kind that is. */
export const inUse = (noun: string, by = 'another resource') =>
  conflict(`The ${noun} is still in use by ${by}; delete or change that one first.`);

function withoutUndefined<T extends object>(patch: T): Partial<T> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<T>;
}
