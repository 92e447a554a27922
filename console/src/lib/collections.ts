import type {
  Agent,
  ApiKey,
  Avatar,
  Character,
  CreatedApiKey,
  CreatedInvitation,
  Embed,
  Face,
  Invitation,
  KnowledgeBase,
  Member,
  ModelServer,
  PathOf,
  Tool,
  VisavisClient,
  Webhook,
  Website,
} from '@visavis/client';
import { reloader } from './query-client.ts';
import { api } from './session.ts';

/** How pages read and change the resources of one kind. */
export interface Collection<T, Created = T> {
  /** The query for all of them, newest first. */
  all: { queryKey: string[]; queryFn: () => Promise<T[]> };
  /** Refetches the list and every query derived from it. */
  reload: () => Promise<void>;
  create: (body: object) => Promise<Created>;
  read: (id: string) => Promise<T>;
  update: (id: string, body: object) => Promise<T>;
  remove: (id: string) => Promise<unknown>;
}

/** The client without the types that differ between paths. */
type Untyped<T> = Record<
  'get' | 'post' | 'patch' | 'delete',
  (path: string, options: object) => Promise<never>
> & { list: (path: string, options: object) => AsyncGenerator<T, void> };

/**
 * Returns a function that creates the collection at a path. Reloading refetches all queries with the first part of
 * `key`.
 */
export const collectionsOf =
  (client: VisavisClient) =>
  <T, Created = T>(path: PathOf<'get'>, ...key: [name: string, ...string[]]): Collection<T, Created> => {
    const calls = client as unknown as Untyped<T>;
    const itemPath = `${path}/{id}`;
    return {
      all: {
        queryKey: key,
        queryFn: async () => {
          const items: T[] = [];
          for await (const item of calls.list(path, { query: { take: 50 } })) items.push(item);
          return items;
        },
      },
      reload: reloader(key[0]),
      create: (body) => calls.post(path, { body }),
      read: (id) => calls.get(itemPath, { path: { id } }),
      update: (id, body) => calls.patch(itemPath, { path: { id }, body }),
      remove: (id) => calls.delete(itemPath, { path: { id } }),
    };
  };

const collectionAt = collectionsOf(api);

export const AGENTS = collectionAt<Agent>('/v1/agents', 'people', 'agents');
export const AVATARS = collectionAt<Avatar>('/v1/avatars', 'people', 'avatars');
export const CHARACTERS = collectionAt<Character>('/v3/characters', 'people', 'characters');
export const EMBEDS = collectionAt<Embed>('/v3/embeds', 'embeds');
export const FACES = collectionAt<Face>('/v3/faces', 'faces');
export const INVITATIONS = collectionAt<Invitation, CreatedInvitation>('/v3/invitations', 'invitations');
export const KEYS = collectionAt<ApiKey, CreatedApiKey>('/v3/api-keys', 'keys');
export const KNOWLEDGE = collectionAt<KnowledgeBase>('/v3/knowledge-bases', 'knowledge');
export const MEMBERS = collectionAt<Member>('/v3/members', 'members');
export const MODEL_SERVERS = collectionAt<ModelServer>('/v3/model-servers', 'model servers');
export const TOOLS = collectionAt<Tool, Tool & { secret: string }>('/v3/tools', 'tools');
export const WEBHOOKS = collectionAt<Webhook, Webhook & { secret: string }>('/v3/webhooks', 'webhooks');
export const WEBSITES = collectionAt<Website>('/v3/websites', 'websites');
