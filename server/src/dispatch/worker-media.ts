import type { ConversationPlan, EnginePlan } from '@visavis/contracts';
import type { Engines } from '../engines/engine.ts';
import type { Face, OnStill } from '../faces/face.ts';
import type { LipTrack } from '../lips/lip-track.ts';
import type { Ears } from '../media/hearing/ears.ts';
import type { UserPatience } from '../providers/patience.ts';
import type { Voice } from '../voices/voice.ts';

/**
 * The parts that the conversations of one worker share: threads for faces and voice, and the configured engines.
 * Created by the process that composes a worker; everything is warmed up before it is passed on.
 */
export interface WorkerMedia {
  /** Called before a conversation starts: checks for newly installed models. Takes milliseconds. */
  prepare?: () => Promise<void>;
  /**
   * `scale` multiplies the plan's width and height. `onStill` gets a frame to show if opening the face takes long;
   * `signal` aborts the opening.
   */
  openFace: (plan: ConversationPlan, scale: number, onStill: OnStill, signal: AbortSignal) => Promise<Face>;
  engines: (plan: ConversationPlan) => Engines;
  /**
   * Opens the lip tracks of a conversation: returns a function that creates one per utterance; they adapt to the voice.
   */
  openLips: () => () => LipTrack;
  /** Returns the speech input of a conversation with this engine; `undefined` stands for the caller's agent. */
  openEars: (engine: EnginePlan | undefined, organizationId: string) => Ears;
  /** Speaks if the engine fails or does not respond. */
  apologyVoice?: Voice;
  /** How long users wait in silence, for engines that leave this to the conversation. */
  userPatience?: UserPatience;
  /** CPU time of one frame of a built-in face, as measured during warm-up. */
  frameMs?: number;
  close: () => Promise<void>;
}
