import { useQuery } from '@tanstack/react-query';
import type { Agent, ModelServer, VoiceSpeakers } from '@visavis/client';
import { MODEL_SERVERS } from './collections.ts';
import { DEFAULT_PROVIDER, VOICE_SPEAKERS } from './queries.ts';

/** What decides whose voice speaks. */
export interface SpeakingAgent {
  provider: Agent['provider'];
  /** Whether the service's default provider answers. */
  anyProvider?: boolean | undefined;
  llmServerId?: string | undefined;
  ttsServerId?: string | undefined;
}

/** `provider`: its own voices, which cannot be heard outside conversations. `nobody`: it has no key. */
export type Speaker =
  | { by: 'service' | 'speech_server' | 'provider' | 'nobody' }
  | { by: 'own_server'; server: ModelServer };

export const isAudible = (speaker: Speaker | undefined): speaker is Speaker =>
  speaker !== undefined && speaker.by !== 'provider' && speaker.by !== 'nobody';

/** Returns who would speak now for an agent; `undefined` while that is loading or cannot be loaded. */
export function useSpeaker(agent: SpeakingAgent): Speaker | undefined {
  const speakers = useQuery(VOICE_SPEAKERS);
  const service = useQuery({ ...DEFAULT_PROVIDER, enabled: agent.anyProvider === true });
  const servers = useQuery({ ...MODEL_SERVERS.all, enabled: Boolean(agent.ttsServerId) });
  const provider = agent.anyProvider ? service.data?.provider : agent.provider;
  if (!speakers.data || !provider || (agent.ttsServerId && !servers.data)) return undefined;
  return speakerOf(
    speakers.data,
    agent.llmServerId
      ? 'pipeline'
      : speakers.data.providers.find((entry) => entry.provider === provider)?.engine,
    servers.data?.find(({ id }) => id === agent.ttsServerId),
  );
}

function speakerOf(
  { pipelineVoice }: VoiceSpeakers,
  engine: string | undefined,
  server: ModelServer | undefined,
): Speaker {
  if (engine === undefined) return { by: 'nobody' };
  if (engine === 'builtin') return { by: 'service' };
  if (engine !== 'pipeline') return { by: 'provider' };
  return server ? { by: 'own_server', server } : { by: pipelineVoice };
}
