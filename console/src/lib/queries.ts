import type {
  Agent,
  Avatar,
  Character,
  Embed,
  KnowledgeBase,
  ModelServer,
  Tool,
  Website,
} from '@visavis/client';
import { allInOrder } from './all-in-order.ts';
import type { Person } from './people.ts';
import { reloading } from './query-client.ts';
import { mayRead } from './roles.ts';
import { api } from './session.ts';

export async function collect<T>(items: AsyncGenerator<T, void>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Options of a list that is read to its end: the largest pages. */
export const ALL = { query: { take: 50 } };

export const listAvatars = (): Promise<Avatar[]> => collect(api.list('/v1/avatars', ALL));
export const listAgents = (): Promise<Agent[]> => collect(api.list('/v1/agents', ALL));
export const listCharacters = (): Promise<Character[]> => collect(api.list('/v3/characters', ALL));
export const listKnowledgeBases = (): Promise<KnowledgeBase[]> =>
  collect(api.list('/v3/knowledge-bases', ALL));
export const listTools = (): Promise<Tool[]> => collect(api.list('/v3/tools', ALL));
export const listModelServers = (): Promise<ModelServer[]> => collect(api.list('/v3/model-servers', ALL));
export const listEmbeds = (): Promise<Embed[]> => collect(api.list('/v3/embeds', ALL));
export const listWebsites = (): Promise<Website[]> => collect(api.list('/v3/websites', ALL));
export const listWebhooks = () => collect(api.list('/v3/webhooks', ALL));
export const listApiKeys = () => collect(api.list('/v3/api-keys', ALL));
export const listMembers = () => collect(api.list('/v3/members', ALL));
export const listInvitations = () => collect(api.list('/v3/invitations', ALL));
export const listFaces = () => collect(api.list('/v3/faces', ALL));

/** The newest first. */
export const listPeople = async (): Promise<Person[]> =>
  (await allInOrder([listAvatars(), listCharacters()]))
    .flat()
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));

export const PEOPLE = { queryKey: ['people'], queryFn: listPeople };

/** The query of avatars, which are a part of the people: when those are asked for again, so are these. */
export const AVATARS = { queryKey: ['people', 'avatars'], queryFn: listAvatars };

/** Returns names by ids. */
export async function readNames(of: 'character' | 'agent' | 'embed'): Promise<Map<string, string>> {
  const named: { id: string; name?: string | undefined }[] =
    of === 'agent' ? await listAgents() : of === 'embed' ? await listEmbeds() : await listPeople();
  return new Map(named.map(({ id, name }) => [id, name ?? id]));
}

export const namesOf = (kind: Parameters<typeof readNames>[0]) => ({
  queryKey: ['names', kind],
  // Ids take the place of names where nothing but conversations may be read.
  queryFn: async () => (mayRead() ? readNames(kind) : new Map<string, string>()),
});

export const readProviderKeys = () => api.get('/v3/provider-keys');
export const readDefaultProvider = () => api.get('/v3/organizations/default-provider');

/**
 * Reloads people after one of them was saved. A picture of one's own is a new face, which the form of the
 * saved one shows at once.
 */
export const reloadPeople = () => Promise.all([reloading('people')(), reloading('faces')()]);
