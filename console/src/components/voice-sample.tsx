import type { VoiceSample as Sample, ServerVoiceSample } from '@visavis/client';
import { PROVIDERS } from '../lib/providers.ts';
import { api } from '../lib/session.ts';
import type { Speaker, SpeakingAgent } from '../lib/speaker.ts';
import { fill, texts } from '../texts/texts.ts';
import { ListenButton } from './listen-button.tsx';
import { Note } from './note.tsx';

const words = texts.voiceSample;

interface VoiceSampleProps {
  speaker: Speaker;
  agent: SpeakingAgent;
  voice: string;
  language?: string | undefined;
}

/** Plays a sentence in an agent's voice, or says why it cannot be heard. */
export function VoiceSample({ speaker, agent, voice, language }: VoiceSampleProps) {
  const { provider, llmServerId } = agent;
  const languageQuery = language ? { language } : {};
  switch (speaker.by) {
    case 'provider':
    case 'nobody':
      return <Note>{fill(words[speaker.by], { provider: PROVIDERS[provider] })}</Note>;
    case 'own_server': {
      const { server } = speaker;
      const serverVoice = server.voice ?? voice;
      return (
        <ListenButton
          voice={serverVoice}
          notice={fill(words.ownServer, { name: server.name })}
          load={() => loadServerSample(server.id, { voice: serverVoice, ...languageQuery })}
        />
      );
    }
    default:
      return (
        <ListenButton
          voice={voice}
          notice={speaker.by === 'service' ? texts.faceClip.notice : words.speechServer}
          load={() =>
            api.get('/v3/voice-samples', {
              query: {
                provider,
                voice: voice as Sample['voice'],
                ...languageQuery,
                ...(llmServerId && { ownModel: true }),
              },
            })
          }
        />
      );
  }
}

export const loadServerSample = (
  id: string,
  query: { voice?: string; language?: string },
): Promise<ServerVoiceSample> => api.get('/v3/model-servers/{id}/voice-sample', { path: { id }, query });
