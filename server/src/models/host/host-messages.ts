import type { ThreadReply } from '../runtime/job-messages.ts';
import type { ModelThreadOptions } from '../runtime/model-thread.ts';

/** Messages between a client process and the model host, over a local socket. */
export type HostRequest =
  /** Defines the thread that a number stands for. The same entry and data mean the same thread for every process. */
  | { kind: 'open'; thread: number; options: ModelHostThread }
  | HostJob
  /** The result of the job is no longer needed. */
  | { kind: 'drop'; id: number };

export interface HostJob {
  kind: 'run';
  thread: number;
  id: number;
  job: unknown;
  priority: number;
}

export type HostReply = Exclude<ThreadReply, { kind: 'ready' }>;

export interface ModelHostThread extends Omit<ModelThreadOptions, 'entry'> {
  entry: string;
}

/** Reports of a host process to its parent. */
export interface HostReport {
  residentBytes?: number;
  /** Whether the language model's host accepts requests. */
  answers?: boolean;
  /** Why the process is about to end. */
  fault?: string;
}
