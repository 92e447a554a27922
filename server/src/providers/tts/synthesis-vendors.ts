import type { SpeechVendor } from '../speech-vendor.ts';
import { cartesiaVendor } from './cartesia/cartesia-vendor.ts';
import type { SpeechSynthesizer } from './synthesizer.ts';

/** Every vendor of text to speech; if several are enabled, the first of them is used. */
export const SYNTHESIS_VENDORS: readonly SpeechVendor<SpeechSynthesizer>[] = [cartesiaVendor];
