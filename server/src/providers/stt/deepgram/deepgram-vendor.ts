import type { SpeechRecognizer } from '../../../speech-recognition/recognizer.ts';
import type { SpeechVendor } from '../../speech-vendor.ts';
import { checkDeepgramKey, createDeepgramRecognizer, DEEPGRAM } from './deepgram-recognizer.ts';

export const deepgramVendor: SpeechVendor<SpeechRecognizer> = {
  ...DEEPGRAM,
  id: 'deepgram',
  meaning: 'Deepgram transcribes speech while it is spoken',
  home: 'https://api.deepgram.com',
  defaultModel: 'nova-3',
  checkKey: checkDeepgramKey,
  open: (settings, clock) => createDeepgramRecognizer({ ...settings, clock }),
};
