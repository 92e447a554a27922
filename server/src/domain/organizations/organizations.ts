import type { CreateOrganization, UpdateOrganization } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { defaultProvider } from '../conversations/default-provider.ts';
import type { EngineChoice } from '../conversations/live-ports.ts';
import { notFound, unprocessable } from '../errors.ts';
import { newId } from '../ids.ts';
import { clientlessPage, type PageRequest, type RowsOf } from '../owned.ts';
import type { BuiltInFace } from '../personas/face.ts';
import { type ApiKeys, createCredentialCache } from './api-keys.ts';
import { type Gallery, makeGallery } from './gallery.ts';
import type { Organization, OrganizationLimits, OrganizationSettings } from './organization.ts';

export interface OrganizationStore {
  /** Creates the organization and its gallery in one transaction. `only`: does nothing if any organization exists. */
  insert(organization: Organization, gallery: Gallery, only?: 'if_first'): Promise<boolean>;
  find(id: string): Promise<Organization | undefined>;
  /** The oldest one, created at the first start. */
  findFirst(): Promise<Organization | undefined>;
  list(page: PageRequest): Promise<RowsOf<Organization>>;
  update(id: string, patch: Partial<Organization>): Promise<Organization | undefined>;
  /**
   * Updates the stored gallery to this newer one: people who shared one agent get agents of their own, with its voices.
   * What somebody has changed stays as it is.
   */
  renewGallery(id: string, gallery: Gallery): Promise<void>;
  remove(id: string): Promise<Organization | undefined>;
}

export interface OrganizationsNeeds {
  store: OrganizationStore;
  apiKeys: ApiKeys;
  builtInFaces: readonly BuiltInFace[];
  engines: EngineChoice;
  defaults: OrganizationLimits;
  clock: Clock;
  /** Stops the organization's conversations and deletes its files, before its rows are deleted. */
  beforeRemoval(organizationId: string): Promise<void>;
}

export const DEFAULT_ORGANIZATION = 'default';

export type Organizations = ReturnType<typeof createOrganizations>;

export function createOrganizations(needs: OrganizationsNeeds) {
  const { store, apiKeys, builtInFaces, engines, defaults, clock } = needs;

  const cache = createCredentialCache<Organization>(clock);
  const clearCaches = () => {
    cache.clear();
    apiKeys.clearCache();
  };

  const defaultSettings = (createdAt: Date): OrganizationSettings => ({
    plan: 'free',
    ...defaults,
    chargeBySecond: 0,
    anchorDay: Math.min(createdAt.getUTCDate(), 28),
    allowedOrigins: [],
    retentionDays: null,
  });

  function draft(fields: CreateOrganization): Organization {
    const now = clock();
    const byDefault = defaultSettings(now);
    return {
      id: newId('org'),
      name: fields.name,
      ...byDefault,
      ...requestedSettings(fields, byDefault),
      createdAt: now,
      updatedAt: now,
    };
  }

  async function get(id: string): Promise<Organization> {
    const organization = await store.find(id);
    if (!organization) throw notFound('organization', id);
    return organization;
  }

  return {
    get,
    /** Finds an organization, for every request with a client token. */
    findCached: (id: string) => cache.read(id, () => store.find(id)),
    async create(fields: CreateOrganization) {
      const organization = draft(fields);
      await store.insert(
        organization,
        makeGallery(organization.id, builtInFaces, defaultProvider(engines), organization.createdAt),
      );
      return organization;
    },
    list: (page: PageRequest) => clientlessPage(page, () => store.list(page)),
    async update(id: string, fields: UpdateOrganization) {
      const { createdAt } = await get(id);
      const patch: Partial<Organization> = {
        ...requestedSettings(fields, defaultSettings(createdAt)),
        updatedAt: clock(),
      };
      if (fields.name !== undefined) patch.name = fields.name;
      const organization = await store.update(id, patch);
      clearCaches();
      if (!organization) throw notFound('organization', id);
      return organization;
    },
    async remove(id: string) {
      await get(id);
      await needs.beforeRemoval(id);
      const organization = await store.remove(id);
      clearCaches();
      if (!organization) throw notFound('organization', id);
      return organization;
    },
    /**
     * Creates the organization `default` at the first start. If it has no key, creates one and returns it, only this
     * once. At every start, `presetKey` is added to its keys unless it was revoked, and unchanged gallery agents are
     * switched to a configured provider and get one agent per person.
     */
    async ensureDefault({
      presetKey,
    }: {
      presetKey?: string;
    }): Promise<{ organization: Organization; key?: string; isPresetRefused?: boolean }> {
      const first = draft({ name: DEFAULT_ORGANIZATION });
      const provider = defaultProvider(engines);
      const galleryOf = ({ id }: Organization) => makeGallery(id, builtInFaces, provider, first.createdAt);
      const created = await store.insert(first, galleryOf(first), 'if_first');
      const organization = created ? first : await store.findFirst();
      if (!organization) throw notFound('organization', DEFAULT_ORGANIZATION);
      if (!created) await store.renewGallery(organization.id, galleryOf(organization));
      const { total } = await apiKeys.list(organization.id, { skip: 0, take: 1 });
      if (presetKey) {
        const mayRestore = total === 0;
        const added = await apiKeys.ensureKey(organization.id, 'VISAVIS_API_KEY', presetKey, {
          mayRestore,
        });
        return { organization, isPresetRefused: !added };
      }
      // Checks the number of keys, so that a first start that crashed before printing a key is repaired.
      if (total > 0) return { organization };
      const { key } = await apiKeys.create(organization.id, { name: 'first key' });
      return { organization, key };
    },
  };
}

/** Returns the settings in the request; `null` resets one to its default. */
function requestedSettings(
  { plan, limits, chargeBySecond, anchorDay, allowedOrigins, retentionDays }: UpdateOrganization,
  byDefault: OrganizationSettings,
): Partial<OrganizationSettings> {
  for (const [n, origin] of (allowedOrigins ?? []).entries()) requireOrigin(origin, `allowedOrigins.${n}`);
  const { maxSessionSeconds, concurrentSessions, documentBytes, storedBytes, monthlySeconds } = byDefault;
  const all = { maxSessionSeconds, concurrentSessions, documentBytes, storedBytes, monthlySeconds };
  const requested = {
    plan,
    ...(limits === null ? all : limits),
    chargeBySecond,
    anchorDay,
    allowedOrigins,
    retentionDays,
  };
  return Object.fromEntries(
    Object.entries(requested)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value ?? byDefault[name as keyof OrganizationSettings]]),
  );
}

/** @throws DomainError `unprocessable` for text that no browser sends as an origin */
function requireOrigin(text: string, path: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin === text) return;
  const hint =
    url && url.origin !== 'null' ? `did you mean ${url.origin}?` : 'use one such as https://app.example.';
  throw unprocessable(path, `is not a valid origin; ${hint}`);
}
