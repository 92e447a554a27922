import type { ReceivedBytes, ReceivedText, RoomServices } from './room/room-link.ts';

/**
 * Who speaks through the avatar: our engine (`AgentSession`) or the caller's agent (`RemoteSession`).
 * `run-conversation.ts` tells it what happens around it.
 */
export interface Session extends RoomServices {
  /** Rejects when whoever speaks cannot. */
  start(): Promise<void>;
  /** The consumer is here and hears us. */
  greet(): void;
  onText(text: ReceivedText): void;
  onBytes(bytes: ReceivedBytes): void;
  /** The consumer's microphone, mono 24 kHz. */
  onMicrophone(pcm: Int16Array): void;
  onMicrophoneEnded(): void;
  /** The runner: an utterance can be heard from now on; the last of it has left. */
  onAudible(utteranceId: string): void;
  onUttered(utteranceId: string, text: string, playedMs: number): void;
  /** Somebody the conversation lives by dropped out; everybody is back. */
  lost(identity: string): void;
  back(): void;
  wrapUp(secondsLeft: number): void;
  /** Memories of the consumer are erased: all, or those with this content. */
  forget(content: string | undefined): void;
  /** Lets the sentence in flight end within `maxMs`, then is silent for good. */
  finishSentence(maxMs: number): Promise<void>;
  /** Says or writes that it cannot go on; resolves in bounded time. */
  apologise(message: string): Promise<void>;
  close(): Promise<void>;
}
