import { DEFAULT_VOICE, type Provider } from '@visavis/contracts';
import type { EngineChoice } from '../conversations/live-ports.ts';
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

/** Who speaks for the gallery. */
export type GallerySpeaker = Pick<Agent, 'provider' | 'voice'>;

/** By which the gallery's agent is found, as long as nobody has changed it. */
export const GALLERY_AGENT = { name: 'Companion', instructions: INSTRUCTIONS } as const;

/** Gemini, or the first other provider that is configured where Gemini is not and that needs no agent of its own there. */
export function gallerySpeaker(engines: EngineChoice): GallerySpeaker {
  const answers = (provider: Provider) => {
    const engine = engines.engineFor(provider);
    return engine !== undefined && !engines.traitsOf(engine).hasRemoteAgent;
  };
  const other = answers('gemini') ? undefined : engines.offers.find(({ provider }) => answers(provider));
  // The voice is the provider's own choice: Gemini's names are not those of others.
  return other ? { provider: other.provider, voice: null } : { provider: 'gemini', voice: DEFAULT_VOICE };
}

/** The avatars of a new organization, so that a first session needs no set-up. */
export function makeGallery(
  organizationId: string,
  builtInFaces: readonly BuiltInFace[],
  speaker: GallerySpeaker,
  now: Date,
): Gallery {
  const common = { organizationId, client: null, createdAt: now, updatedAt: now };
  const agent: Agent = {
    ...common,
    id: newId('agt'),
    ...speaker,
    ...GALLERY_AGENT,
    model: null,
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
