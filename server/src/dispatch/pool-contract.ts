/** The options of a pool of workers, and its interface. */
import type { ConversationPlan, EndReason, WaitingRoom } from '@visavis/contracts';
import type { MachineLoadOptions } from './machine-load.ts';
import type { EventSink } from './ordered-events.ts';
import type { OwnWorkersOptions } from './own-workers.ts';
import type { WorkerLink } from './worker-link.ts';
import type { WorkerServices } from './worker-request-handler.ts';

export interface WorkerPoolOptions extends WorkerServices, Omit<OwnWorkersOptions, 'places'> {
  /** Receives every event of every conversation, in order within a conversation. `ended` comes exactly once. */
  onEvent: EventSink;
  /** Called every few seconds for each worker with its live conversations. */
  onAlive?: (conversationIds: string[]) => void | Promise<void>;
  /** Called when the avatar sent ahead for this conversation has entered its room (`present`), or was lost. */
  onWaiting?: (conversationId: string, present: boolean) => void;
  /**
   * Frame rates of this machine's conversations: the maximum, the rate while nobody speaks, and the minimum under
   * pressure. By default 25 each.
   */
  frames?: { fps: number; idleFps: number; minFps: number };
  /** Whether the number of places is this machine's measured capacity, instead of the number in the settings. */
  measurePlaces?: boolean;
  /** Reads the load of the machine's processors; tests replace it. */
  processors?: MachineLoadOptions['processors'];
  /** The base address for this machine's workers if a plan's room address has no host. */
  roomsUrl?: () => string | undefined;
  /** Aborted if the service fails to start: a pool that is still starting then gives up. */
  signal?: AbortSignal;
}

export interface WorkerPoolStats {
  active: number;
  capacity: number;
  workers: {
    /** Absent for a worker on another machine. */
    pid: number | undefined;
    ready: boolean;
    /** It takes no more conversations and ends after its last one. */
    leaving: boolean;
    worn: boolean;
    conversations: number;
    residentBytes: number;
  }[];
  /** Number of worn workers that have been replaced. */
  replaced: number;
  /** Conversations refused because all places were taken. */
  refused: number;
  /** Current maximum frame rate of the conversations on this machine; lower under pressure. */
  picturesPerSecond: number;
}

export interface WorkerPool {
  /**
   * Resolves once a worker has the plan; its progress is reported as events.
   * @throws CapacityError if every worker is full
   */
  start(plan: ConversationPlan): Promise<void>;
  /**
   * Sends an avatar ahead into the empty room of a conversation that the same worker may run later. `onWaiting` reports
   * its progress. @returns false if no ready worker has a place
   */
  prepare(conversationId: string, room: WaitingRoom): boolean;
  /** Discards the avatar that waits for this conversation; without an id, all waiting avatars. */
  discard(conversationId?: string): void;
  /** Requests the end; `ended` follows. Does nothing for a conversation that is not here. */
  stop(conversationId: string, reason: EndReason): void;
  /** Reports that the consumer's memories were erased: all, or those with this content. */
  forget(conversationId: string, content?: string): void;
  /** Announces to this conversation, or all, that the service ends within this many seconds. */
  announceShutdown(secondsLeft: number, conversationId?: string): void;
  /** Releases remote workers, each after its last conversation; they may then connect to another process. */
  release(): void;
  /** Releases the least busy remote worker, if another worker stays and none is leaving. @returns whether it did */
  releaseOne(): boolean;
  /** Accepts a worker from another machine, for this many concurrent conversations. */
  addRemoteWorker(link: WorkerLink, capacity: number): void;
  /** Returns the conversations that run here, to compare with those that the store lists as running. */
  active(): string[];
  stats(): WorkerPoolStats;
  /** Ends every conversation with `shutdown` and every worker. Resolves when all events have been received. */
  close(): Promise<void>;
}

export class CapacityError extends Error {
  override name = 'CapacityError';
}
