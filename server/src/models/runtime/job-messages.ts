/** Messages between a model thread and its caller: all are structured clones. */
export type ThreadRequest =
  | { id: number; job: unknown }
  /** Nobody waits for the result of the job that is running. */
  | { id: 'drop'; job: number }
  /** The thread ends itself; see `leave` of the model thread. */
  | { id: 'stop' };

export type ThreadReply =
  /** The thread listens; its models may still have to be loaded. */
  | { kind: 'ready' }
  | { kind: 'done'; id: number; result: unknown }
  | { kind: 'failed'; id: number; message: string; errorName: string };
