import type { TurnTakingPlan } from '@visavis/contracts';
import type { SpeechDetector, SpeechRecognizer, TurnJudge } from '../../speech-recognition/recognizer.ts';

/** Detects speech from the audio alone, and subtracts the avatar's echo: `VoiceActivityDetector`, or a test's own. */
export interface EchoDetector {
  /** Takes the avatar's own audio, mono, and its time on the microphone's clock, which starts at the first sample. */
  pushPlayout(pcm: Int16Array, sampleRate: number, atMs: number): void;
  /** Takes the microphone's audio, mono at `MICROPHONE_RATE`, without gaps. `atMs` is on the microphone's clock. */
  push(pcm: Int16Array): { kind: 'speech_started' | 'speech_ended'; atMs: number }[];
}

/** The components with which a conversation hears. */
export interface HearingDeps {
  openDetector(): EchoDetector;
  /** Tells speech from music, typing and machines. If absent, any sound that is not the avatar's echo is speech. */
  model?: SpeechDetector | undefined;
  /** Called when `model` has failed: from then on the audio alone decides. */
  onModelLost?: (reason: string) => void;
  /** Transcribes speech. If absent, only the beginning and the end of speech are detected. */
  recognizer?: SpeechRecognizer | undefined;
  /** Judges from the audio whether a turn is over, whoever transcribes it. If absent, silence alone decides. */
  judge?: Pick<TurnJudge, 'turnIsOver' | 'warm'> | undefined;
  /** How long silences must last. If absent, the defaults of `turnSilences` apply. */
  turnTaking?: TurnTakingPlan | undefined;
  /**
   * If present, speech during an answer that only shows that the user follows ("mm-hm") does not interrupt. If absent,
   * any speech does. `recognizer` is for these backchannels if the one above has no words before speech ends; `language` is
   * ISO 639-1, if it is known.
   */
  backchannels?: { recognizer: SpeechRecognizer | undefined; language: string | undefined } | undefined;
}
