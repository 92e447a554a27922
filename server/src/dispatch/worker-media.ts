import type { ConversationPlan } from '@visavis/contracts';
import type { Engines } from '../engines/engine.ts';
import type { LipTrack } from '../lips/lip-track.ts';
import type { ConversationDeps } from '../media/conversation-deps.ts';

/**
 * The parts that the conversations of one worker share: threads for faces and voice, and the configured engines.
 * Created by the process that composes a worker; everything is warmed up before it is passed on.
 */
export interface WorkerMedia
  extends Pick<ConversationDeps, 'openFace' | 'openHearingDeps' | 'fallbackVoice' | 'userPatience'> {
  /** Called before a conversation starts: checks for newly installed models. Takes milliseconds. */
  prepare?: () => Promise<void>;
  engines: (plan: ConversationPlan) => Engines;
  /**
   * Opens the lip tracks of a conversation: returns a function that creates one per utterance; they adapt to the voice.
   */
  openLips: () => () => LipTrack;
  /** CPU time of one frame of a built-in face, as measured during warm-up. */
  frameMs?: number;
  close: () => Promise<void>;
}
