/** Messages between a model thread and its caller; all are structured clones. */
export type ThreadRequest =
  | { id: number; job: unknown }
  /** Nobody waits for the result of the running job any more. */
  | { id: 'drop'; job: number }
  /** The thread must end itself; see `leave` in `model-thread.ts`. */
  | { id: 'stop' };

export type ThreadReply =
  /** The thread listens. Its models may not be loaded yet. */
  | { kind: 'ready' }
  | { kind: 'done'; id: number; result: unknown }
  | { kind: 'failed'; id: number; message: string; errorName: string };
