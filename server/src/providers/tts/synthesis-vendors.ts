import type { SpeechVendor } from '../speech-vendor.ts';
import { cartesiaVendor } from './cartesia/cartesia-vendor.ts';
import type { SpeechSynthesizer } from './synthesizer.ts';

/** Every vendor that speaks, in the order in which one is chosen where several are turned on. */
export const SYNTHESIS_VENDORS: readonly SpeechVendor<SpeechSynthesizer>[] = [cartesiaVendor];
