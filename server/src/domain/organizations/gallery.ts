import { DEFAULT_VOICE } from '@visavis/contracts';
import { newId } from '../ids.ts';
import type { Agent } from '../personas/agents.ts';
import type { Avatar } from '../personas/avatars.ts';
import type { Brain } from '../personas/brains.ts';
import type { Face } from '../personas/faces.ts';
import type { Voice } from '../personas/voices.ts';

/** A built-in face, which needs no picture. */
export interface BuiltInFace {
  /** Its name in the API: `identity` of a face or an avatar. */
  identity: string;
  /** For people. */
  name: string;
  description: string;
}

export interface Gallery {
  faces: Face[];
  avatars: Avatar[];
  voices: Voice[];
  brains: Brain[];
  agents: Agent[];
}

const INSTRUCTIONS =
  'You are a friendly, attentive conversation partner. Answer in short, natural sentences, as people do when they ' +
  'speak. Ask back when something is unclear, and say so when you do not know.';
const GREETING = 'Hello! It is good to see you. What would you like to talk about?';

/** The avatars of a new organization, so that a first session needs no set-up. */
export function makeGallery(
  organizationId: string,
  builtInFaces: readonly BuiltInFace[],
  now: Date,
): Gallery {
  const common = { organizationId, client: null, createdAt: now, updatedAt: now };
  const agent: Agent = {
    ...common,
    id: newId('agt'),
    provider: 'gemini',
    name: 'Companion',
    model: null,
    voice: DEFAULT_VOICE,
    instructions: INSTRUCTIONS,
    greetingMsg: GREETING,
    remoteId: null,
    search: false,
    emotions: true,
    memory: false,
    onBackchannel: 'ignore',
    language: null,
    voiceId: null,
    brainId: null,
    knowledgeBaseId: null,
    toolIds: [],
  };
  // Lists are newest first: each entry is a little older than the one before, so that lists keep this order.
  const listed = (index: number) => {
    const createdAt = new Date(now.getTime() - index);
    return { ...common, createdAt, updatedAt: createdAt };
  };
  const faces = builtInFaces.map(
    (builtIn, index): Face => ({
      ...listed(index),
      id: newId('face'),
      identity: builtIn.identity,
      builtIn: true,
      description: builtIn.description,
      imageKey: null,
      imageType: null,
      imageBytes: 0,
      rig: null,
    }),
  );
  return {
    faces,
    avatars: builtInFaces.map((builtIn, index) => ({
      ...listed(index),
      id: newId('avt'),
      identity: builtIn.identity,
      name: builtIn.name,
      description: builtIn.description,
      faceId: faces[index]!.id,
      agentId: agent.id,
    })),
    voices: [{ ...common, id: newId('voc'), identity: DEFAULT_VOICE, instructions: null }],
    brains: [{ ...common, id: newId('brn'), instructions: INSTRUCTIONS, greetingMessage: GREETING }],
    agents: [agent],
  };
}
