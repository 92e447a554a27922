import { type CreateEmbed, EMBED_LIMITS, type EmbedLookFields, type UpdateEmbed } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { forbidden, invalid, notFound, quote, unprocessable } from '../errors.ts';
import type { KnowledgeBases } from '../knowledge-bases/knowledge-bases.ts';
import { createCredentialCache } from '../organizations/api-keys.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Organizations } from '../organizations/organizations.ts';
import { type Owned, type OwnedStore, ownedResources } from '../owned.ts';
import type { Avatars } from '../personas/avatars.ts';
import type { Characters } from '../personas/characters.ts';
import { isCharacterId, resolvePersonaReference } from '../personas/resolve-persona-reference.ts';

/** An avatar that web pages may show without a backend. Its id is public; its limits protect it. */
export interface Embed extends Owned {
  name: string;
  /** Exactly one of these two is set. */
  avatarId: string | null;
  characterId: string | null;
  knowledgeBaseId: string | null;
  greeting: string | null;
  allowedOrigins: readonly string[];
  maxSeconds: number;
  concurrentConversations: number;
  secondsPerDay: number;
  /** `false` if the avatar has only audio. */
  video: boolean;
  enabled: boolean;
  look: EmbedLookFields;
}

/**
 * Seconds used by its conversations. A running one counts with its maximum, so that the daily limit cannot be exceeded;
 * any other with at least `EMBED_LIMITS.countedSeconds`, so that repeated short starts use up the limit as well.
 */
export interface EmbedUse {
  running: number;
  secondsToday: number;
}

export interface EmbedStore extends OwnedStore<Embed> {
  findInAnyOrganization(id: string): Promise<Embed | undefined>;
  use(organizationId: string, ids: readonly string[], dayStart: Date): Promise<Map<string, EmbedUse>>;
}

export type Embeds = ReturnType<typeof createEmbeds>;

export function createEmbeds(needs: {
  store: EmbedStore;
  avatars: Avatars;
  characters: Characters;
  knowledgeBases: Pick<KnowledgeBases, 'resolveReference'>;
  organizations: Pick<Organizations, 'get'>;
  clock: Clock;
}) {
  const { store, clock } = needs;
  const embeds = ownedResources('embed', 'emb', store, clock);
  /** Whether an embed exists; that it does not is remembered as well. */
  const existenceCache = createCredentialCache<boolean>(clock);
  const keyOf = (organizationId: string, id: string) => `${organizationId} ${id}`;

  async function readPersona(organizationId: string, id: string) {
    const persona = await resolvePersonaReference(needs, organizationId, id, 'characterId');
    if (isCharacterId(id)) return { characterId: id, avatarId: null };
    if ('agentId' in persona && !persona.agentId) {
      throw unprocessable(
        'characterId',
        'This avatar has no agent, so it could not speak: link an agent to it.',
      );
    }
    return { characterId: null, avatarId: id };
  }

  async function check(organization: Organization, fields: UpdateEmbed): Promise<void> {
    if (fields.knowledgeBaseId)
      await needs.knowledgeBases.resolveReference(organization.id, fields.knowledgeBaseId, 'knowledgeBaseId');
    if ((fields.maxSeconds ?? 0) >= organization.maxSessionSeconds) {
      throw unprocessable(
        'maxSeconds',
        `must be below the organization's limit of ${organization.maxSessionSeconds} seconds.`,
      );
    }
  }

  return {
    ...embeds,
    async create(organization: Organization, fields: CreateEmbed) {
      await check(organization, fields);
      return embeds.add(organization.id, {
        name: fields.name,
        ...(await readPersona(organization.id, fields.characterId)),
        knowledgeBaseId: fields.knowledgeBaseId ?? null,
        greeting: fields.greeting ?? null,
        allowedOrigins: readOrigins(fields.allowedOrigins),
        maxSeconds: fields.maxSeconds ?? defaultSeconds(organization),
        concurrentConversations:
          fields.concurrentConversations ?? EMBED_LIMITS.concurrentConversations.default,
        secondsPerDay: fields.secondsPerDay ?? EMBED_LIMITS.secondsPerDay.default,
        video: fields.video ?? true,
        enabled: fields.enabled ?? true,
        look: readLook(fields.look),
        client: fields.client ?? null,
      });
    },
    async update(organization: Organization, id: string, fields: UpdateEmbed) {
      const { name, knowledgeBaseId, greeting, client } = fields;
      await check(organization, fields);
      return embeds.change(organization.id, id, {
        name,
        ...(fields.characterId !== undefined && (await readPersona(organization.id, fields.characterId))),
        knowledgeBaseId,
        greeting,
        allowedOrigins: fields.allowedOrigins && readOrigins(fields.allowedOrigins),
        maxSeconds: fields.maxSeconds === null ? defaultSeconds(organization) : fields.maxSeconds,
        concurrentConversations:
          fields.concurrentConversations === null
            ? EMBED_LIMITS.concurrentConversations.default
            : fields.concurrentConversations,
        secondsPerDay:
          fields.secondsPerDay === null ? EMBED_LIMITS.secondsPerDay.default : fields.secondsPerDay,
        video: fields.video === null ? true : fields.video,
        enabled: fields.enabled === null ? true : fields.enabled,
        look: fields.look === undefined ? undefined : readLook(fields.look),
        client,
      } as Partial<Embed>);
    },
    async remove(organizationId: string, id: string) {
      const removed = await embeds.remove(organizationId, id);
      existenceCache.forget(keyOf(organizationId, id));
      return removed;
    },
    /** Whether the organization still has this embed, for every request of a visitor. */
    async exists(organizationId: string, id: string): Promise<boolean> {
      const find = async () => (await store.find(organizationId, id)) !== undefined;
      return (await existenceCache.read(keyOf(organizationId, id), find)) === true;
    },
    use: (organizationId: string, ids: readonly string[]) =>
      store.use(organizationId, ids, startOfDay(clock())),
    /**
     * Opens an embed for a page of `origin`; `ownOrigin` is that of the service's own pages, if known.
     * @throws DomainError `not_found`; `forbidden` if that page may not show it, or it is disabled
     */
    async open(id: string, origin: string | undefined, ownOrigin: string | undefined) {
      const embed = await store.findInAnyOrganization(id);
      if (!embed) throw notFound('embed', id);
      if (origin !== undefined && origin !== ownOrigin && !embed.allowedOrigins.includes(origin)) {
        throw forbidden(
          `Pages of ${origin} may not show this avatar, because this origin is not in its allowedOrigins.`,
        );
      }
      if (!embed.enabled) throw forbidden('This avatar is disabled.');
      return { embed, organization: await needs.organizations.get(embed.organizationId) };
    },
  };
}

const readLook = (look: CreateEmbed['look']): EmbedLookFields =>
  Object.fromEntries(Object.entries(look ?? {}).filter(([, value]) => value !== null && value !== ''));

const defaultSeconds = ({ maxSessionSeconds }: Organization) =>
  Math.min(EMBED_LIMITS.maxSeconds.default, maxSessionSeconds - 1);

/** Returns the start of an embed's day, which is midnight UTC. */
export function startOfDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}

/**
 * Returns origins as browsers send them: scheme, host and port, in lower case, without a path.
 * @throws DomainError `invalid_request`
 */
function readOrigins(origins: readonly string[]): string[] {
  return origins.map((text, at) => {
    const path = `allowedOrigins.${at}`;
    if (!URL.canParse(text)) {
      throw invalid(path, `must be an origin such as https://shop.example, not ${quote(text)}`);
    }
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw invalid(path, 'must begin with https:// or http://');
    if (url.username || url.password || url.pathname !== '/' || url.search || url.hash) {
      throw invalid(path, `must be only an origin: ${quote(url.origin)}`);
    }
    return url.origin;
  });
}
