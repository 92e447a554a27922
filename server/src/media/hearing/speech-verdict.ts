/** The detector whose evidence counted: our own, or that of a provider that listens by itself. */
export type HeardBy = 'voice' | 'engine';

/** Why speech counts as begun or ended. Recorded and logged each time. */
export interface SpeechVerdict {
  by: HeardBy;
  because: string;
}

const ours = (because: string): SpeechVerdict => ({ by: 'voice', because });
const theirs = (because: string): SpeechVerdict => ({ by: 'engine', because });

export const STARTED = {
  heard: ours('Speech is heard.'),
  goesOn: ours('Speech goes on after a pause.'),
  notRemark: ours('The words are more than a remark.'),
  tooLong: ours('It lasts longer than a remark.'),
  unknownWords: ours('Its words were not known in time.'),
  failedWords: ours('Its words could not be transcribed.'),
  answers: ours('The avatar has finished meanwhile.'),
  provider: theirs('The provider hears speech.'),
  cutByProvider: theirs('The provider has stopped its answer.'),
} as const;

export const ENDED = {
  silence: ours('Silence has lasted long enough.'),
  complete: ours('The turn sounds finished, and its words are known.'),
  microphoneGone: ours('The microphone is gone.'),
  provider: theirs('The provider hears no speech any more.'),
  providerSilent: theirs('The provider has not said that speech ended, and none is heard here.'),
} as const;
