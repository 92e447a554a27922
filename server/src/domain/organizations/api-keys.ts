import type { CreateApiKey } from '@visavis/contracts';
import { BriefCache } from '../../lib/brief-cache.ts';
import { RecentSet } from '../../lib/recent-set.ts';
import { hashSecret, newSecret } from '../bearer-secret.ts';
import type { Clock } from '../clock.ts';
import { conflict, notFound, unauthenticated, unprocessable } from '../errors.ts';
import { newId } from '../ids.ts';
import { allMade, MAX_OF_A_KIND, type PageOf, type PageRequest, type RowsOf } from '../owned.ts';
import type { Organization } from './organization.ts';

export interface ApiKey {
  id: string;
  organizationId: string;
  name: string;
  /** SHA-256 of the key, hexadecimal. The key itself is not kept. */
  hash: string;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  createdAt: Date;
}

export interface ApiKeyStore {
  /** False where the organization has `most` of them already. */
  insert(key: ApiKey, most: number): Promise<boolean>;
  findByHash(hash: string): Promise<{ key: ApiKey; organization: Organization } | undefined>;
  find(organizationId: string, id: string): Promise<ApiKey | undefined>;
  list(organizationId: string, page: PageRequest): Promise<RowsOf<ApiKey>>;
  remove(organizationId: string, id: string): Promise<ApiKey | undefined>;
  /** Written in batches, since every request uses a key. */
  markUsed(uses: ReadonlyMap<string, Date>): Promise<void>;
}

/** How long a key is cached, because every request is authenticated. */
export const KEY_MEMORY_MS = 3_000;
const MAX_KEYS = 10_000;
/** How keys begin that a service made, rather than an operator. */
const MADE_HERE = 'vv_';

export type ApiKeys = ReturnType<typeof createApiKeys>;

export function createApiKeys(store: ApiKeyStore, clock: Clock) {
  let uses = new Map<string, Date>();
  const cache = { keepMs: KEY_MEMORY_MS, most: MAX_KEYS, now: () => clock().getTime() };
  /** `null`: there is no such key, which is not asked anew with each request either. */
  const known = new BriefCache<{ key: ApiKey; organization: Organization } | null>(cache);
  const knownById = new BriefCache<ApiKey | null>(cache);
  /** Hashes of keys that were right when they were used last, or were made here: using them is no attempt. */
  const right = new RecentSet<string>(MAX_KEYS);

  async function save(organizationId: string, name: string, key: string, expiresAt: Date | null) {
    const hash = hashSecret(key);
    const apiKey: ApiKey = {
      id: newId('key'),
      organizationId,
      name,
      hash,
      lastUsedAt: null,
      expiresAt,
      createdAt: clock(),
    };
    if (!(await store.insert(apiKey, MAX_OF_A_KIND))) throw allMade('API key', MAX_OF_A_KIND);
    // Somebody may have asked for a preset key before there was one.
    known.forget(hash);
    right.add(hash);
    return apiKey;
  }

  const isExpired = ({ expiresAt }: ApiKey) => expiresAt !== null && expiresAt <= clock();

  return {
    /** `key` is returned only here. @throws DomainError `conflict` where the organization has as many as it may */
    async create(organizationId: string, fields: CreateApiKey) {
      const expiresAt = fields.expiresAt ? new Date(fields.expiresAt) : null;
      if (expiresAt && expiresAt <= clock()) throw unprocessable('expiresAt', 'must be in the future');
      const key = `${MADE_HERE}${newSecret()}`;
      return { apiKey: await save(organizationId, fields.name ?? 'API key', key, expiresAt), key };
    },
    /**
     * Adds `key` to the organization, unless it has it already. Returns false, and adds none, where a service made it, it is not
     * known here, and `mayRestore` is false: it was revoked. @throws DomainError `conflict` if it is another's
     */
    async ensure(organizationId: string, name: string, key: string, { mayRestore = true } = {}) {
      let known = await store.findByHash(hashSecret(key));
      if (!known) {
        if (!mayRestore && key.startsWith(MADE_HERE)) return false;
        try {
          await save(organizationId, name, key, null);
          return true;
        } catch (error) {
          // Another process that starts at the same time has saved it first.
          known = await store.findByHash(hashSecret(key));
          if (!known) throw error;
        }
      }
      if (known.organization.id !== organizationId) {
        throw conflict('The preset API key belongs to another organization.');
      }
      right.add(known.key.hash);
      return true;
    },
    list: async (organizationId: string, page: PageRequest): Promise<PageOf<ApiKey>> => {
      // Keys belong to no client, so a filter by client matches none.
      const found =
        page.client === undefined ? await store.list(organizationId, page) : { rows: [], total: 0 };
      return { ...page, ...found };
    },
    async revoke(organizationId: string, id: string) {
      const apiKey = await store.remove(organizationId, id);
      if (!apiKey) throw notFound('API key', id);
      uses.delete(id);
      known.forget(apiKey.hash);
      knownById.forget(id);
      right.delete(apiKey.hash);
      return apiKey;
    },
    /**
     * A change made by another process takes effect here after at most `KEY_MEMORY_MS`; a change made here takes effect
     * at once.
     * @param countAttempt called before the store is asked for a key that has not been right before; may refuse the attempt
     * @throws DomainError `unauthenticated`, and what `countAttempt` throws
     */
    async authenticate(key: string, countAttempt?: () => Promise<void>) {
      const hash = hashSecret(key);
      if (!right.has(hash)) await countAttempt?.();
      const found = await known.read(hash, async () => (await store.findByHash(hash)) ?? null);
      if (!found || isExpired(found.key)) {
        right.delete(hash);
        throw unauthenticated(found ? 'The API key has expired.' : 'The API key is not known.');
      }
      right.add(hash);
      uses.set(found.key.id, clock());
      return { apiKey: found.key, organization: found.organization };
    },
    /** Whether the organization has this key still. Changes take effect as with `authenticate`. */
    async isValid(organizationId: string, id: string): Promise<boolean> {
      const key = await knownById.read(id, async () => (await store.find(organizationId, id)) ?? null);
      return key?.organizationId === organizationId && !isExpired(key);
    },
    /** Writes pending times of last use. */
    async flushUses() {
      if (uses.size === 0) return;
      const batch = uses;
      uses = new Map();
      await store.markUsed(batch);
    },
    /** Must be called when an organization was changed or deleted: drops its cached keys. */
    forgetOrganizations() {
      known.clear();
      knownById.clear();
    },
  };
}
