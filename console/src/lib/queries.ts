import { allInOrder } from './all-in-order.ts';
import { AGENTS, AVATARS, CHARACTERS, EMBEDS } from './collections.ts';
import type { Person } from './people.ts';
import { mayRead } from './roles.ts';
import { api } from './session.ts';

/** Everybody that users can talk with, newest first. */
export const PEOPLE = {
  queryKey: ['people'],
  queryFn: async (): Promise<Person[]> =>
    (await allInOrder([AVATARS.all.queryFn(), CHARACTERS.all.queryFn()]))
      .flat()
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
};

const NAMED = { character: PEOPLE, agent: AGENTS.all, embed: EMBEDS.all };

/** Returns names by ids. */
export async function readNames(of: keyof typeof NAMED): Promise<Map<string, string>> {
  const resources: { id: string; name?: string | undefined }[] = await NAMED[of].queryFn();
  return new Map(resources.map(({ id, name }) => [id, name ?? id]));
}

export const namesOf = (kind: keyof typeof NAMED) => ({
  queryKey: ['names', kind],
  // Members who may read only conversations see ids instead of names.
  queryFn: async () => (mayRead() ? readNames(kind) : new Map<string, string>()),
});

export const DEFAULT_PROVIDER = {
  queryKey: ['default provider'],
  queryFn: () => api.get('/v3/organizations/default-provider'),
};

export const OWN_ORGANIZATION = {
  queryKey: ['own organization'],
  queryFn: () => api.get('/v3/organizations/own'),
};

export const VOICE_SPEAKERS = {
  queryKey: ['default provider', 'voices'],
  queryFn: () => api.get('/v3/voice-speakers'),
};
