import type { BodyOf, Character, Operation } from '@visavis/client';
import { bodyOf, readFields } from './forms.ts';
import { NO_PERSON, type PersonFields } from './person-fields.ts';
import { api } from './session.ts';

/** The fields of the form for a character with its face, voice and brain. */
export interface CharacterFields extends PersonFields {
  /** The id of an ElevenLabs agent, which has its own voice and brain. */
  elevenlabsAgentId: string;
  instructions: string;
  greetingMessage: string;
}

export function readCharacter(before: Character): CharacterFields {
  return {
    ...readFields('character', before),
    ...readFields('brain', before.brain),
    ...NO_PERSON,
    name: before.name,
    identity: before.face.identity ?? '',
    voice: before.voice?.identity ?? '',
    elevenlabsAgentId: before.elevenlabsAgentId ?? '',
    instructions: before.brain?.instructions ?? '',
    greetingMessage: before.brain?.greetingMessage ?? '',
    knowledgeBaseId: before.knowledgeBaseId ?? '',
    toolIds: before.tools.map(({ id }) => id),
  };
}

type Undo = () => Promise<unknown>;

/** Saves a character with its parts. If that fails, it deletes the parts that it has created. */
export async function saveCharacter(
  fields: CharacterFields,
  before: Character,
  signal: AbortSignal,
): Promise<Character> {
  const undos: Undo[] = [];
  const isRemote = fields.elevenlabsAgentId !== '';
  try {
    const body = {
      ...bodyOf('character', fields),
      name: fields.name,
      faceId: await saveFace(fields, before, undos, signal),
      voiceId: isRemote ? null : await saveVoice(fields, before, undos),
      brainId: isRemote ? null : await saveBrain(fields, before, undos),
      tools: fields.toolIds.map((id) => ({ id })),
    };
    return await api.patch('/v3/characters/{id}', { path: { id: before.id }, body });
  } catch (error) {
    for (const undo of undos.reverse()) await undo().catch(() => undefined);
    throw error;
  }
}

async function saveFace(
  { identity, picture, rig }: CharacterFields,
  before: Character,
  undos: Undo[],
  signal: AbortSignal,
): Promise<string | null> {
  if (picture === undefined) {
    if (before.face.identity === identity) return before.faceId;
    for await (const face of api.list('/v3/faces', { query: { take: 50 } })) {
      if (face.identity === identity && !face.client) return face.id;
    }
  }
  const { id } = await api.post('/v3/faces', {
    body: picture ? { refImage: picture, ...(rig && { rig }) } : { identity },
    signal,
  });
  undos.push(() => api.delete('/v3/faces/{id}', { path: { id } }));
  return id;
}

type VoiceName = NonNullable<BodyOf<Operation<'post', '/v3/voices'>>['identity']>;

/** Returns an existing voice of that name, or a new one: voices without instructions are interchangeable. */
async function saveVoice(
  { voice }: CharacterFields,
  before: Character,
  undos: Undo[],
): Promise<string | null> {
  if (voice === '') return null;
  if (before.voice?.identity === voice) return before.voiceId ?? null;
  for await (const existing of api.list('/v3/voices', { query: { take: 50 } })) {
    if (existing.identity === voice && !existing.instructions && !existing.client) return existing.id;
  }
  const { id } = await api.post('/v3/voices', { body: { identity: voice as VoiceName } });
  undos.push(() => api.delete('/v3/voices/{id}', { path: { id } }));
  return id;
}

/**
 * Gives the character its own brain if the form has instructions: the organization's first brain is the default of all
 * other characters, so it must not change.
 */
async function saveBrain(fields: CharacterFields, before: Character, undos: Undo[]): Promise<string | null> {
  const { instructions } = fields;
  if (instructions === '') return null;
  const body = { ...bodyOf('brain', fields), instructions };
  const isAsBefore = (brain: object) =>
    Object.entries(readFields('brain', brain)).every(([name, value]) => value === fields[name]);
  const oldBrain = before.brain;
  if (oldBrain && isAsBefore(oldBrain)) return oldBrain.id;
  if (oldBrain && (await isOwnBrain(oldBrain.id))) {
    await api.patch('/v3/brains/{id}', { path: { id: oldBrain.id }, body });
    return oldBrain.id;
  }
  const { id } = await api.post('/v3/brains', { body });
  undos.push(() => api.delete('/v3/brains/{id}', { path: { id } }));
  return id;
}

/** Whether the brain is neither the default nor used by any other character or agent. */
async function isOwnBrain(id: string): Promise<boolean> {
  let useCount = 0;
  const all = { query: { take: 50 } };
  for await (const { brainId } of api.list('/v3/characters', all)) if (brainId === id) useCount++;
  for await (const { brainId } of api.list('/v1/agents', all)) if (brainId === id) useCount++;
  let oldest: string | undefined;
  for await (const brain of api.list('/v3/brains', all)) if (!brain.client) oldest = brain.id;
  return useCount <= 1 && oldest !== id;
}
