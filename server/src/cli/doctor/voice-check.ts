import type { Config } from '../../config.ts';
import { systemClock } from '../../lib/clock.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { createSpeechServer } from '../../providers/tts/openai/speech-server.ts';
import { type Finding, fail, note, ok } from './finding.ts';

const SHOWN_VOICES = 8;

/** Asks a pipeline's speech server which voices it has, and whether `TTS_VOICE` is one of them. */
export async function voiceFinding(tts: NonNullable<Config['pipeline']['tts']>): Promise<Finding> {
  let voices: string[] | undefined;
  try {
    voices = (await createSpeechServer(tts, systemClock).voices.list())?.map(({ name }) => name);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'auth')
      return fail(`pipeline tts: ${error.message}`);
    // OpenAI's own API has no such list, so 404 is normal.
  }
  const { voice } = tts;
  if (!voices) {
    const text = 'pipeline tts: the server lists no voices';
    return voice
      ? ok(`${text}; the voice ${voice} (TTS_VOICE) is sent unchecked`)
      : note(
          text,
          "The names of the agents' voices are sent; if the server does not know them, set TTS_VOICE to one that it knows.",
        );
  }
  const shown = voices.slice(0, SHOWN_VOICES).join(', ') + (voices.length > SHOWN_VOICES ? ', …' : '');
  if (!voice)
    return ok(
      `pipeline tts: has ${voices.length} voice(s); each agent speaks with the one most similar to its own`,
    );
  if (voices.some((name) => name.toLowerCase() === voice.toLowerCase()))
    return ok(`pipeline tts: has the voice ${voice}`);
  return fail(
    `pipeline tts: the server does not list the voice ${voice}`,
    `Set TTS_VOICE to one of ${shown}.`,
  );
}
