import type { WaitPhrases } from '../engines/phrases.ts';
import type { ConversationDeps } from './conversation-deps.ts';
import type { HearingDeps } from './hearing/hearing-deps.ts';
import type { Reporter } from './reporter.ts';
import type { ReceivedBytes, ReceivedText, RoomLink, RoomServices } from './room/room-link.ts';
import type { AvatarRunner } from './speaking/avatar-runner.ts';

/** The parts of a conversation that a session works with. */
export interface SessionParts
  extends Pick<ConversationDeps, 'clock' | 'log' | 'fallbackVoice' | 'userPatience'> {
  runner: AvatarRunner;
  room: RoomLink;
  reporter: Reporter;
  hearingDeps: HearingDeps;
  waitPhrases: WaitPhrases;
}

/**
 * What speaks through the avatar: our engine (`AgentSession`) or the caller's agent (`RemoteSession`).
 * `run-conversation.ts` calls it when something happens around it.
 */
export interface Session extends RoomServices {
  onText(text: ReceivedText): void;
  /** Absent if no byte streams are read. */
  onBytes?(bytes: ReceivedBytes): void;
  /** Takes the consumer's microphone, mono, at `MICROPHONE_RATE`. */
  onMicrophone(pcm: Int16Array): void;
  onMicrophoneEnded(): void;
  /** Called by the runner when an utterance begins to be heard, and when its last sample was sent. */
  onAudible(utteranceId: string): void;
  onPlayed(utteranceId: string, text: string, playedMs: number): void;
  /** Called when a participant that the conversation needs has left, and when all are back. */
  onParticipantLost(identity: string): void;
  onParticipantsBack(): void;
  /** Lets the sentence in progress end within `maxMs`; afterwards the session stays silent. */
  finishSentence(maxMs: number): Promise<void>;
  close(): Promise<void>;
}
