import { createEmbeds } from '../embeds/embeds.ts';
import type { KnowledgeBases } from '../knowledge-bases/knowledge-bases.ts';
import type { ModelServers } from '../model-servers/model-servers.ts';
import type { Organizations } from '../organizations/organizations.ts';
import type { StoredBytes } from '../organizations/stored-bytes.ts';
import type { FilledPorts, Stores } from '../ports.ts';
import type { ProviderKeys } from '../provider-keys/provider-keys.ts';
import type { Tools } from '../tools/tools.ts';
import { createAgents } from './agents.ts';
import { createAvatars } from './avatars.ts';
import { createBrains } from './brains.ts';
import { createCharacters } from './characters.ts';
import { createFaceImages } from './face-images.ts';
import { createFacePreviews } from './face-previews.ts';
import { createFaces } from './faces.ts';
import { createPictureTurns } from './picture-turns.ts';
import { createVoiceSamples } from './voice-samples.ts';
import { createVoices } from './voices.ts';

type PersonaServicesNeeds = Pick<
  FilledPorts,
  | 'blobs'
  | 'builtInFaces'
  | 'engines'
  | 'facePreviewer'
  | 'faceStills'
  | 'imageFetcher'
  | 'voiceSampler'
  | 'secret'
  | 'clock'
> & {
  stores: Pick<Stores, 'voices' | 'brains' | 'faces' | 'characters' | 'agents' | 'avatars' | 'embeds'>;
  organizations: Pick<Organizations, 'get'>;
  storedBytes: StoredBytes;
  knowledgeBases: KnowledgeBases;
  tools: Tools;
  modelServers: ModelServers;
  providerKeys: Pick<ProviderKeys, 'enginesOf'>;
};

/** Who is seen and heard: avatars and characters, what they are made of, and the pages that show them. */
export function createPersonaServices(needs: PersonaServicesNeeds) {
  const { stores, clock, facePreviewer: previewer, faceStills: stills, imageFetcher: fetcher } = needs;
  const voices = createVoices(stores.voices, clock);
  const brains = createBrains(stores.brains, clock);
  const pictureTurns = createPictureTurns();
  const faces = createFaces({ ...needs, store: stores.faces, fetcher, stills, previewer, pictureTurns });
  const characters = createCharacters({ ...needs, store: stores.characters, faces, voices, brains });
  const agents = createAgents({ ...needs, store: stores.agents, voices, brains });
  const avatars = createAvatars({ store: stores.avatars, faces, agents, clock });
  return {
    voices,
    brains,
    faces,
    faceImages: createFaceImages({ ...needs, store: stores.faces, stills }),
    facePreviews: createFacePreviews({ fetcher, previewer, pictureTurns }),
    characters,
    agents,
    avatars,
    embeds: createEmbeds({ ...needs, store: stores.embeds, avatars, characters }),
    voiceSamples: createVoiceSamples({ ...needs, sampler: needs.voiceSampler }),
  };
}
