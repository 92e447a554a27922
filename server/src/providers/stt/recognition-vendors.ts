import type { SpeechRecognizer } from '../../speech-recognition/recognizer.ts';
import type { SpeechVendor } from '../speech-vendor.ts';
import { deepgramVendor } from './deepgram/deepgram-vendor.ts';

/** Every vendor of speech to text; if several are enabled, the first of them is used. */
export const RECOGNITION_VENDORS: readonly SpeechVendor<SpeechRecognizer>[] = [deepgramVendor];
