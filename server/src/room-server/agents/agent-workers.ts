import type { Job } from '@livekit/protocol';
import type { WebSocket } from 'ws';
import type { Log } from '../log.ts';
import type { Tokens } from '../tokens.ts';
import { AgentWorker, type WorkerKind } from './agent-worker.ts';

const MAX_WORKERS = 200;

/**
 * The connected workers. One is chosen for a job at random, weighted by free capacity, as in LiveKit. Unlike there, a
 * load of 1 excludes no worker: it is a momentary value for the whole machine, and a full worker reports `WS_FULL`.
 */
export class AgentWorkers {
  readonly #connected = new Set<AgentWorker>();
  readonly #tokens: Pick<Tokens, 'renew'>;
  readonly #log: Log;

  constructor(tokens: Pick<Tokens, 'renew'>, log: Log) {
    this.#tokens = tokens;
    this.#log = log;
  }

  get full(): boolean {
    return this.#connected.size >= MAX_WORKERS;
  }

  accept(socket: WebSocket): void {
    const worker = new AgentWorker(socket, this.#tokens, {
      handleRegistered: ({ kind }) =>
        this.#log('info', 'an agent worker registered', {
          event: 'agent_worker.registered',
          agent: kind?.agentName,
        }),
      handleClosed: () => {
        this.#connected.delete(worker);
        this.#log('info', 'an agent worker disconnected', {
          event: 'agent_worker.left',
          agent: worker.kind?.agentName,
        });
      },
    });
    this.#connected.add(worker);
  }

  /** Returns the namespaces of the workers that accept such jobs. A job is created for each namespace. */
  namespacesOf({ agentName, deployment, jobType }: Omit<WorkerKind, 'namespace'>): string[] {
    const kinds = [...this.#connected].map(({ kind }) => kind).filter((kind) => kind !== undefined);
    const fitting = kinds.filter(
      (kind) => kind.agentName === agentName && kind.deployment === deployment && kind.jobType === jobType,
    );
    return [...new Set(fitting.map(({ namespace }) => namespace))];
  }

  /** Finds a worker that accepts a job. @returns undefined if none does. */
  async assign(job: Job): Promise<{ worker: AgentWorker; job: Job } | undefined> {
    const tried = new Set<AgentWorker>();
    for (;;) {
      const worker = this.#choose(job, tried);
      if (worker === undefined) {
        this.#log('warn', 'no agent worker accepts the job of a room', {
          event: 'agent_worker.none_free',
          agent: job.agentName,
          room: job.room?.name,
        });
        return undefined;
      }
      tried.add(worker);
      const accepted = await worker.assign(job);
      if (accepted !== undefined) return { worker, job: accepted };
    }
  }

  close(): void {
    for (const worker of this.#connected) worker.close('the server is stopping');
  }

  #choose(job: Job, tried: ReadonlySet<AgentWorker>): AgentWorker | undefined {
    const free = [...this.#connected].filter(
      (worker) => !tried.has(worker) && !worker.full && fits(worker.kind, job),
    );
    let ticket = Math.random() * free.reduce((sum, { load }) => sum + 1 - load, 0);
    for (const worker of free) {
      ticket -= 1 - worker.load;
      if (ticket <= 0) return worker;
    }
    return free.at(-1);
  }
}

function fits(kind: WorkerKind | undefined, job: Job): boolean {
  return (
    kind !== undefined &&
    kind.agentName === job.agentName &&
    kind.namespace === job.namespace &&
    kind.deployment === job.deployment &&
    kind.jobType === job.type
  );
}
