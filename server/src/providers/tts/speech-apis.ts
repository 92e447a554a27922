import type { ServerPlan, SpeechApiName } from '@visavis/contracts';
import type { Clock } from '../../lib/clock.ts';
import { PATIENCE, type Patience } from '../patience.ts';
import { cartesiaSpeech } from './cartesia/cartesia-speech.ts';
import { elevenLabsSpeech } from './elevenlabs/elevenlabs-speech.ts';
import { createSpeechServer, openAiSpeech } from './openai/speech-server.ts';
import type { SpeechApi } from './speech-api.ts';
import type { SpeechSynthesizer } from './synthesizer.ts';

const APIS: Readonly<Record<SpeechApiName, SpeechApi>> = {
  openai: openAiSpeech,
  cartesia: cartesiaSpeech,
  elevenlabs: elevenLabsSpeech,
};

/** Returns the API that an organization's own speech server names. */
export const speechApiOf = ({ api = 'openai' }: Pick<ServerPlan, 'api'>): SpeechApi => APIS[api];

/** Opens an organization's own speech server, with the API that it names. */
export const createOwnSpeech = (
  server: ServerPlan,
  clock: Clock,
  patience: Patience = PATIENCE.tts,
): SpeechSynthesizer => createSpeechServer(server, clock, patience, speechApiOf(server));
