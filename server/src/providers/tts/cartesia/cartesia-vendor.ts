import type { SpeechVendor } from '../../speech-vendor.ts';
import type { SpeechSynthesizer } from '../synthesizer.ts';
import { CARTESIA } from './cartesia-line.ts';
import { checkCartesiaKey, createCartesiaSynthesizer } from './cartesia-synthesizer.ts';

export const cartesiaVendor: SpeechVendor<SpeechSynthesizer> = {
  ...CARTESIA,
  id: 'cartesia',
  meaning: 'Cartesia provides the voice of the pipeline',
  home: 'https://api.cartesia.ai',
  defaultModel: 'sonic-3.5',
  voiceMeaning: "the id of a voice; if absent, the voice most similar to the agent's",
  checkKey: checkCartesiaKey,
  open: (settings, clock) => createCartesiaSynthesizer({ ...settings, clock }),
};
