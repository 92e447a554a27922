import type { Agent, Character, Embed } from '@visavis/client';
import { fill, texts } from '../texts/texts.ts';
import { allInOrder } from './all-in-order.ts';
import { AGENTS, AVATARS, CHARACTERS, EMBEDS, MODEL_SERVERS } from './collections.ts';

const words = texts.usedBy;

/** Returns the embeds that show an avatar or a character. */
export const personUsages = (personId: string): Promise<string[]> =>
  embedsWhere(({ characterId }) => characterId === personId);

/** Returns the avatars, characters and embeds that use a knowledge base. */
export async function knowledgeUsages(id: string): Promise<string[]> {
  const usesIt = ({ knowledgeBaseId }: Pick<Embed, 'knowledgeBaseId'>) => knowledgeBaseId === id;
  return (await allInOrder([peopleWhere(usesIt), embedsWhere(usesIt)])).flat();
}

/** Returns the avatars and characters that may call a tool. */
export const toolUsages = (id: string): Promise<string[]> =>
  peopleWhere(({ tools }) => tools.some((tool) => tool.id === id));

/** Returns the avatars that use a model server, and the servers whose fallback it is. */
export async function modelServerUsages(id: string): Promise<string[]> {
  const people = peopleWhere(
    (user) => !('faceId' in user) && [user.llmServerId, user.ttsServerId, user.sttServerId].includes(id),
  );
  const servers = MODEL_SERVERS.all
    .queryFn()
    .then((all) => all.filter(({ fallbackId }) => fallbackId === id))
    .then((usages) => usages.map(({ name }) => fill(words.modelServer, { name })));
  return (await allInOrder([people, servers])).flat();
}

async function embedsWhere(predicate: (embed: Embed) => boolean): Promise<string[]> {
  return (await EMBEDS.all.queryFn()).filter(predicate).map(({ name }) => fill(words.embed, { name }));
}

/** An agent is listed under the names of its avatars, as people know it; without avatars, under its own name. */
async function peopleWhere(predicate: (person: Agent | Character) => boolean): Promise<string[]> {
  const [agents, avatars, characters] = await allInOrder([
    AGENTS.all.queryFn(),
    AVATARS.all.queryFn(),
    CHARACTERS.all.queryFn(),
  ]);
  const agentNames = agents.filter(predicate).flatMap(({ id, name }) => {
    const speaking = avatars.filter(({ agentId }) => agentId?.id === id);
    return speaking.length === 0
      ? [fill(words.agent, { name: name ?? id })]
      : speaking.map((avatar) => fill(words.avatar, { name: avatar.name }));
  });
  return [...agentNames, ...characters.filter(predicate).map(({ name }) => fill(words.avatar, { name }))];
}
