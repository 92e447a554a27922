import type { Config } from '../config.ts';
import { systemClock } from '../lib/clock.ts';
import { openFirstVendor } from '../providers/speech-vendor.ts';
import { createSpeechServer } from '../providers/tts/openai/speech-server.ts';
import { SpeechService } from '../providers/tts/speech-service.ts';
import { SYNTHESIS_VENDORS } from '../providers/tts/synthesis-vendors.ts';

export type SpeechSettings = Pick<Config, 'speechVendors' | 'patience'> & {
  pipeline: Pick<Config['pipeline'], 'tts' | 'ttsFallback'>;
};

/** Returns the speech services named in the settings; each one replaces those before it if they fail. */
export function speechServices({
  pipeline: { tts, ttsFallback },
  speechVendors,
  patience,
}: SpeechSettings): SpeechService[] {
  const first = tts
    ? createSpeechServer(tts, systemClock, patience.tts)
    : openFirstVendor(SYNTHESIS_VENDORS, speechVendors.tts, patience.tts, systemClock);
  if (!first) return [];
  const second =
    ttsFallback &&
    createSpeechServer({ ...ttsFallback, settings: 'TTS_FALLBACK' }, systemClock, patience.tts);
  return [first, ...(second ? [second] : [])].map((each) => new SpeechService(each, systemClock));
}
