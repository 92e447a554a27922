import type { ReceivedBytes, ReceivedText, RoomServices } from './room/room-link.ts';

/**
 * Who speaks through the avatar: our engine (`AgentSession`) or the caller's agent (`RemoteSession`).
 * `run-conversation.ts` calls it when something happens around it.
 */
export interface Session extends RoomServices {
  onText(text: ReceivedText): void;
  /** Absent where no byte streams are read. */
  onBytes?(bytes: ReceivedBytes): void;
  /** The consumer's microphone, mono 24 kHz. */
  onMicrophone(pcm: Int16Array): void;
  onMicrophoneEnded(): void;
  /** The runner: an utterance can be heard from now on; the last of it has left. */
  onAudible(utteranceId: string): void;
  onUttered(utteranceId: string, text: string, playedMs: number): void;
  /** Somebody whom the conversation needs dropped out; everybody is back. */
  lost(identity: string): void;
  back(): void;
  /** Lets the sentence in flight end within `maxMs`, then is silent for good. */
  finishSentence(maxMs: number): Promise<void>;
  close(): Promise<void>;
}

/** What only an agent of our own does. */
export interface HostedSession extends Session {
  /** Starts the engine. False when that failed, which has been reported by then. */
  start(): Promise<boolean>;
  /** The consumer is here and hears us. */
  greet(): void;
  wrapUp(secondsLeft: number): void;
  /** Memories of the consumer are erased: all, or those with this content. */
  forget(content: string | undefined): void;
  /** Says or writes that it cannot go on; resolves in bounded time. */
  apologise(message: string): Promise<void>;
}
