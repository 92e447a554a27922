import type { Logger } from '../../lib/logger.ts';

/** The detector whose evidence counted: our own, or that of a provider that listens by itself. */
export type SpeechDetectedBy = 'voice' | 'engine';

/** Why speech counts as begun or ended. Recorded and logged each time. */
export interface SpeechVerdict {
  by: SpeechDetectedBy;
  because: string;
}

const ours = (because: string): SpeechVerdict => ({ by: 'voice', because });
const theirs = (because: string): SpeechVerdict => ({ by: 'engine', because });

export const SPEECH_STARTED = {
  heard: ours('Speech is heard.'),
  continues: ours('Speech continues after a pause.'),
  notBackchannel: ours('The words are more than a remark.'),
  tooLong: ours('The speech lasts longer than a remark.'),
  unknownWords: ours('The words were not transcribed in time.'),
  failedWords: ours('The words could not be transcribed.'),
  avatarFinished: ours('The avatar has finished speaking in the meantime.'),
  provider: theirs('The provider reports speech.'),
  cutByProvider: theirs('The provider stopped its answer.'),
} as const;

export const SPEECH_ENDED = {
  silence: ours('The silence lasted long enough.'),
  complete: ours('The turn sounds complete, and its words are transcribed.'),
  microphoneGone: ours('The microphone was disconnected or muted.'),
  provider: theirs('The provider reports the end of speech.'),
  providerSilent: theirs('No speech is heard, and the provider has not reported its end.'),
} as const;

export function logSpeechStarted(log: Logger, { because }: SpeechVerdict): void {
  log.debug({ event: 'speech.started', because }, 'the user started to speak');
}

export function logSpeechEnded(log: Logger, { because }: SpeechVerdict): void {
  log.debug({ event: 'speech.ended', because }, 'the user finished speaking');
}
