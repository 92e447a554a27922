import type { ThreadReply } from '../runtime/job-messages.ts';
import type { ModelThreadOptions } from '../runtime/model-thread.ts';

/** Messages between a process that asks and the model host, over a local socket. */
export type HostRequest =
  /** The thread that a number stands for: the same entry and data are the same thread for every process. */
  | { kind: 'open'; thread: number; options: ModelHostThread }
  | HostJob
  /** The result of the job is not needed any more. */
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

/** Reports of the host to its parent. */
export interface HostReport {
  residentBytes?: number;
  /** Whether the host of the language model can be asked. */
  answers?: boolean;
  /** Why the process ends now. */
  fault?: string;
}
