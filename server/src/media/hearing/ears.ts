import type { TurnTakingPlan } from '@visavis/contracts';
import type { SpeechDetector, SpeechRecognizer, TurnJudge } from '../../speech-recognition/recognizer.ts';

/** Detects speech by the audio alone, and subtracts the avatar's echo: `VoiceActivityDetector`, or a test's own. */
export interface EchoDetector {
  /** Takes the avatar's own audio, mono, and its place on the microphone's clock, which is 0 at the first pushed sample. */
  pushPlayout(pcm: Int16Array, sampleRate: number, atMs: number): void;
  /** Takes the microphone's audio, mono at `MICROPHONE_RATE`, without gaps. `atMs` is on its clock. */
  push(pcm: Int16Array): { kind: 'speech_started' | 'speech_ended'; atMs: number }[];
}

/** The parts with which a conversation hears. */
export interface Ears {
  openDetector(): EchoDetector;
  /** Tells speech from music, typing and machines. Absent: any sound that is not the avatar's echo is speech. */
  model?: SpeechDetector | undefined;
  /** Called when `model` has failed: from now on the audio alone decides. */
  onModelLost?: (reason: string) => void;
  /** Transcribes speech. Absent: only its beginning and its end are noticed. */
  recognizer?: SpeechRecognizer | undefined;
  /** Hears whether a turn is over, whoever transcribes it. Absent: silence alone decides. */
  judge?: Pick<TurnJudge, 'turnIsOver' | 'warm'> | undefined;
  /** How long silences are waited for; absent: as `turnSilences` has it. */
  turnTaking?: TurnTakingPlan | undefined;
  /**
   * Speech in mid-answer that only shows that somebody follows ("mm-hm") does not interrupt. `recognizer` has its words where the
   * `recognizer` above has none before speech has ended; `language`: ISO 639-1, where it is known. Absent: any speech interrupts at once.
   */
  remarks?: { recognizer: SpeechRecognizer | undefined; language: string | undefined } | undefined;
}
