import type { ServerPlan, ServerVoiceQuery, ServerVoiceSample, ServerVoices } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { unprocessable } from '../errors.ts';
import { sampleCache, sampleText } from '../personas/sample-text.ts';
import type { ModelServers } from './model-servers.ts';

export interface SpokenSample {
  wav: Uint8Array;
  /** Why another voice than the wanted one speaks, as a sentence. */
  notice?: string | undefined;
}

/** An organization's own speech servers, outside conversations. Both reject with a sentence, as a `DomainError`. */
export interface ServerSpeech {
  /** Without a `voice`, the server's own speaks. `language`: ISO 639-1. */
  sayByServer(
    server: ServerPlan,
    text: string,
    style: { voice?: string | undefined; language: string },
  ): Promise<SpokenSample>;
  /** Empty if the server has no list. */
  listVoices(server: ServerPlan): Promise<ServerVoices['voices']>;
}

/** The voices of an organization's own speech servers: which there are, and how they sound. */
export function createServerVoices(needs: {
  modelServers: Pick<ModelServers, 'planOf'>;
  sampler: ServerSpeech;
  clock: Clock;
}) {
  const { modelServers, sampler } = needs;
  const cache = sampleCache<ServerVoiceSample>(needs.clock);

  async function find(organizationId: string, id: string) {
    const { plan, use, version } = await modelServers.planOf(organizationId, id);
    if (use !== 'tts')
      throw unprocessable(
        'id',
        `The model server ${plan.name} is for ${use}: only those for tts have voices.`,
      );
    return { plan, version };
  }

  return {
    /** @throws DomainError `unprocessable` if the server is not for speech, or fails */
    async list(organizationId: string, id: string): Promise<ServerVoices> {
      const { plan } = await find(organizationId, id);
      return { voices: await sampler.listVoices(plan) };
    },
    /** Returns a sentence in a voice of the server. @throws DomainError as `list` */
    async sample(
      organizationId: string,
      id: string,
      { voice, language: requestedLanguage }: ServerVoiceQuery,
    ): Promise<ServerVoiceSample> {
      const { plan, version } = await find(organizationId, id);
      const { language, text } = sampleText(requestedLanguage);
      const sample = await cache.read(`${id} ${version} ${language} ${voice ?? ''}`, async () => {
        const { wav, notice } = await sampler.sayByServer(plan, text, { voice, language });
        const audio = Buffer.from(wav).toString('base64');
        return { text, mimeType: 'audio/wav', audio, ...(notice && { notice }) };
      });
      return sample!;
    },
  };
}
