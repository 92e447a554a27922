import type { SpeechRecognizer } from '../../speech-recognition/recognizer.ts';
import type { SpeechVendor } from '../speech-vendor.ts';
import { deepgramVendor } from './deepgram/deepgram-vendor.ts';

/** Every vendor that hears, in the order in which one is chosen where several are turned on. */
export const RECOGNITION_VENDORS: readonly SpeechVendor<SpeechRecognizer>[] = [deepgramVendor];
