import type { ConversationPlan, EnginePlan } from '@visavis/contracts';
import type { Engines } from '../engines/engine.ts';
import type { Face, OnStill } from '../faces/face.ts';
import type { LipTrack } from '../lips/lip-track.ts';
import type { Ears } from '../media/hearing/ears.ts';
import type { UserPatience } from '../providers/patience.ts';
import type { Voice } from '../voices/voice.ts';

/**
 * The parts that the conversations of one worker share: threads for faces and voice, and the engines that are
 * configured. The process that composes a worker makes it; everything in it is warm when it is handed over.
 */
export interface WorkerMedia {
  /** A conversation is about to begin: looks for what has been installed since the last. Takes milliseconds. */
  prepare?: () => Promise<void>;
  /**
   * `scale` multiplies the plan's width and height. `onStill` gets a frame to show until the face is open,
   * where that takes long; `signal` ends the opening.
   */
  openFace: (plan: ConversationPlan, scale: number, onStill: OnStill, signal: AbortSignal) => Promise<Face>;
  engines: (plan: ConversationPlan) => Engines;
  /**
   * Opens the lips of one conversation. Returns a function that makes those of each utterance; together they learn of the voice.
   */
  openLips: () => () => LipTrack;
  /** Returns what hears in a conversation with this engine; `undefined` stands for an agent of the caller's. */
  openEars: (engine: EnginePlan | undefined) => Ears;
  /** Speaks when the engine cannot, and when nothing comes from it. */
  apologyVoice?: Voice;
  /** How long users wait in silence, for engines that leave this to the conversation. */
  userPatience?: UserPatience;
  /** Processor time of one frame of a built-in face, as measured while it was warmed. */
  pictureMs?: number;
  close: () => Promise<void>;
}
