/** The interface of a pool of workers, and the options that it needs. */
import type { ConversationPlan, EndReason, WaitingRoom } from '@visavis/contracts';
import type { MachineLoadOptions } from './machine-load.ts';
import type { EventSink } from './ordered-events.ts';
import type { OwnWorkersOptions } from './own-workers.ts';
import type { WorkerServices } from './worker-answers.ts';
import type { WorkerLink } from './worker-link.ts';

export interface WorkerPoolOptions extends WorkerServices, Omit<OwnWorkersOptions, 'places'> {
  /** Every event of every conversation, in order within a conversation. `ended` comes exactly once. */
  onEvent: EventSink;
  /** Every few seconds for each worker: these conversations of it are alive. */
  onAlive?: (conversationIds: string[]) => void | Promise<void>;
  /** Called when the avatar that was sent ahead for this conversation is in its room (`present`), or is lost. */
  onWaiting?: (conversationId: string, present: boolean) => void;
  /**
   * Frames a second of this machine's conversations: the most, those while nothing is said, and the fewest
   * under pressure. 25 of each unless set.
   */
  pictures?: { fps: number; idleFps: number; minFps: number };
  /** Whether there are as many places as the machine bears, instead of as many as the settings say. */
  measurePlaces?: boolean;
  /** Reads the load of the machine's processors; tests replace it. */
  processors?: MachineLoadOptions['processors'];
  /** Where the workers of this machine find the rooms of a plan whose address names no host. */
  roomsUrl?: () => string | undefined;
  /** Aborted when the service fails to start: a pool that is still starting gives up. */
  signal?: AbortSignal;
}

export interface WorkerPoolStats {
  active: number;
  capacity: number;
  workers: {
    /** Absent on another machine. */
    pid: number | undefined;
    ready: boolean;
    /** It takes no more conversations and ends after its last one. */
    leaving: boolean;
    worn: boolean;
    conversations: number;
    residentBytes: number;
  }[];
  /** Worn workers that have gone. */
  replaced: number;
  /** Conversations refused because all places were taken. */
  refused: number;
  /** Frames a second of the conversations on this machine: fewer under pressure. */
  picturesPerSecond: number;
}

export interface WorkerPool {
  /**
   * Resolves when a worker has the plan; events report what becomes of it.
   * @throws CapacityError when every worker is full.
   */
  start(plan: ConversationPlan): Promise<void>;
  /**
   * Sends an avatar ahead into the room of a conversation that may be started later, and then by the same worker: that room is
   * empty. `onWaiting` reports what becomes of it. @returns false where no worker that is ready has a place.
   */
  prepare(conversationId: string, room: WaitingRoom): boolean;
  /** Gives up the avatar that waits for this conversation; without an id, all waiting avatars. */
  discard(conversationId?: string): void;
  /** Asks for the end; `ended` follows. Nothing happens for a conversation that is not here. */
  stop(conversationId: string, reason: EndReason): void;
  /** Reports that the consumer's memories were erased: all, or those with this content. */
  forget(conversationId: string, content?: string): void;
  /** Tells this conversation, or all, that the service ends in so many seconds at the latest. */
  announceShutdown(secondsLeft: number, conversationId?: string): void;
  /** Lets the workers of other machines go, each with its last conversation: what they reach next may be another process. */
  release(): void;
  /** Lets the least busy of them go, where another worker stays and none is on its way. @returns whether one goes */
  releaseOne(): boolean;
  /** Takes a worker in that has come from another machine, for so many conversations at once. */
  welcome(link: WorkerLink, capacity: number): void;
  /** The conversations that run here, to compare with those that the store has as running. */
  active(): string[];
  stats(): WorkerPoolStats;
  /** Ends every conversation with `shutdown` and every worker. Resolves when all events have been taken. */
  close(): Promise<void>;
}

export class CapacityError extends Error {
  override name = 'CapacityError';
}
