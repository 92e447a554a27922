import { DEFAULT_VOICE, type Provider } from '@visavis/contracts';
import { newId } from '../ids.ts';
import { type Agent, agentFields } from '../personas/agents.ts';
import type { Avatar } from '../personas/avatars.ts';
import type { Brain } from '../personas/brains.ts';
import { type BuiltInFace, builtInFields, type Face } from '../personas/face.ts';
import type { Voice } from '../personas/voices.ts';
import { galleryPerson } from './gallery-people.ts';

export interface Gallery {
  faces: Face[];
  avatars: Avatar[];
  voices: Voice[];
  brains: Brain[];
  agents: Agent[];
}

const MANNERS =
  'Answer in short, natural sentences, as people do when they speak. Ask back when something is unclear, and say so ' +
  'when you do not know.';
const INSTRUCTIONS = `You are a friendly, attentive conversation partner. ${MANNERS}`;
const GREETING = 'Hello! It is good to see you. What would you like to talk about?';

/** The agent that all people shared in galleries of earlier versions. */
export const SHARED_AGENT = { name: 'Companion', instructions: INSTRUCTIONS, voice: DEFAULT_VOICE } as const;

/** Creates the avatars of a new organization, each with its own agent, so that a first session needs no setup. */
export function makeGallery(
  organizationId: string,
  builtInFaces: readonly BuiltInFace[],
  provider: Provider,
  now: Date,
): Gallery {
  const common = { organizationId, client: null, createdAt: now, updatedAt: now };
  // Lists are newest first: each entry is slightly older than the previous one, to keep this order.
  const listed = (index: number) => {
    const createdAt = new Date(now.getTime() - index);
    return { ...common, createdAt, updatedAt: createdAt };
  };
  const faces = builtInFaces.map(
    (builtIn, index): Face => ({
      ...listed(index),
      id: newId('face'),
      ...builtInFields(builtIn),
    }),
  );
  const people = builtInFaces.map(galleryPerson);
  const agents = builtInFaces.map(({ name }, index): Agent => {
    const { character, greeting, voices } = people[index]!;
    return {
      ...listed(index),
      id: newId('agt'),
      ...agentFields({
        provider,
        anyProvider: true,
        voice: voices[provider] ?? null,
        name,
        // The visitor determines the language; if it were set here, it could not change.
        instructions: `You are ${name}. ${character} ${MANNERS}`,
        greetingMsg: greeting,
        emotions: true,
      }),
      toolIds: [],
    };
  });
  // A character that names no face and no voice gets those of the first person.
  const identity = people[0]?.voices.gemini ?? DEFAULT_VOICE;
  return {
    faces,
    agents,
    avatars: builtInFaces.map((builtIn, index) => ({
      ...listed(index),
      id: newId('avt'),
      identity: builtIn.identity,
      name: builtIn.name,
      description: builtIn.description,
      faceId: faces[index]!.id,
      agentId: agents[index]!.id,
    })),
    voices: [{ ...common, id: newId('voc'), identity, instructions: null }],
    brains: [
      { ...common, id: newId('brn'), instructions: INSTRUCTIONS, greetingMessage: GREETING, model: null },
    ],
  };
}
