import { backoffMs } from '../../lib/backoff.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import { repeat } from '../../lib/repeat.ts';
import { storableText } from '../../lib/storable-text.ts';
import { withTimeout } from '../../lib/timeout.ts';
import type { Database } from '../open-database.ts';
import { JOBS_CHANNEL } from './enqueue-job.ts';
import {
  type ClaimedJob,
  checkQueue,
  claimJobs,
  continueLater,
  failJob,
  finishJob,
  isLaneWaiting,
  PROCESS_ENDED,
  purgeFinished,
  releaseJob,
  renewLeases,
  requeueExpired,
  requeueForResource,
  retryLater,
} from './job-statements.ts';
import { NotificationListener } from './notification-listener.ts';

export interface JobContext {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted if the runner stops or another process has taken over the job. */
  signal: AbortSignal;
  /** Whether a job of this kind in another lane waits for a slot. A long job should then reject with a `ContinueLater`. */
  isLaneWaiting: () => Promise<boolean>;
}

export interface JobHandler {
  /**
   * A rejection is a failed attempt, unless it is a `ResourceNeeded` or a `ContinueLater`. May run twice for a job: see
   * `JobRunner`.
   */
  run(payload: unknown, context: JobContext): Promise<void>;
  /**
   * Called before a job is marked dead, with the error of its last attempt or a `ProcessEndedError`. If it rejects, it
   * is called again later.
   */
  onGivenUp?(payload: unknown, error: unknown): Promise<void>;
  /**
   * A job whose process died is given up after this many attempts, because it may be the job that kills the process.
   * Default: its `maxAttempts`.
   */
  maxCrashedAttempts?: number;
  /** The maximum number of jobs of this kind at once in this process. Default 1. */
  concurrency?: number;
  /**
   * The maximum number of jobs of one lane at once, in all processes, so that one lane cannot take all slots; two that
   * poll at the same moment may each start this many. Lanes take turns. Default: no limit, the oldest job first.
   */
  perLane?: number;
  /**
   * The number of slots in addition to `concurrency` for lanes without a running job: even if other lanes fill all
   * slots, this many lanes get one each. Default 0.
   */
  reservedLaneSlots?: number;
  /** The delay before the first retry, doubled with each failure. Default 2 s. */
  firstRetryMs?: number;
  /** How long a running job may continue when the runner stops, before it is aborted. Default 10 s. */
  graceMs?: number;
}

export interface JobRunnerOptions {
  db: Database;
  log?: Logger;
  /** How often to poll for due jobs that were not notified. Default 5 s. */
  pollMs?: number;
  /** A process that does not renew its leases within this time loses its jobs. Default 30 s. */
  leaseMs?: number;
}

/** The process that ran a job ended, and the job has no attempts left. */
export class ProcessEndedError extends Error {
  override readonly name = 'ProcessEndedError';
}

/** Thrown by a handler that finds that its job needs another resource exclusively: see `holds` of `NewJob`. */
export class ResourceNeeded extends Error {
  override readonly name = 'ResourceNeeded';
  readonly holds: string;
  readonly payload: unknown;

  /** @param payload the payload with which the job runs once it has its turn */
  constructor(holds: string, payload: unknown) {
    super(`the job needs ${holds}`);
    this.holds = holds;
    this.payload = payload;
  }
}

/** Thrown by a handler to free its slot for other lanes. The job runs again in its turn, without losing an attempt. */
export class ContinueLater extends Error {
  override readonly name = 'ContinueLater';
  readonly payload: unknown;

  /** @param payload the payload with which the job continues; it must say where */
  constructor(payload: unknown) {
    super('the job continues later');
    this.payload = payload;
  }
}

interface RunningJob {
  job: ClaimedJob;
  abort: AbortController;
  done: Promise<void>;
}

/** New jobs are notified, and retries of this process that are due sooner have their own timers. */
const POLL_MS = 5_000;
const MAX_RETRY_MS = 600_000;
const PURGE_EVERY_MS = 600_000;
const MAX_ERROR_CHARACTERS = 2_000;
const GRACE_MS = 10_000;
/** How long an aborted job may take to end. */
const ABORT_GRACE_MS = 1_000;

/**
 * Runs jobs of the kinds that it has handlers for. Any number of runners in any number of processes may share a
 * database. A job runs at least once: if its process dies or is suspended for longer than the lease, it runs again,
 * unless it has no attempts left.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #log: Logger;
  readonly #leaseMs: number;
  readonly #handlers = new Map<string, JobHandler>();
  /** Running jobs, by lease token. */
  readonly #running = new Map<string, RunningJob>();
  /** The lane that was served last, by kind of job. */
  readonly #lastLanes = new Map<string, string>();
  readonly #repeated: { stop(): Promise<void> }[] = [];
  readonly #listener: NotificationListener;
  #filling: Promise<void> | undefined;
  /** The kinds of jobs to look for next. */
  readonly #kindsToFill = new Set<string>();
  #state: 'new' | 'running' | 'stopping' = 'new';

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#log = options.log ?? silentLogger;
    this.#leaseMs = options.leaseMs ?? 30_000;
    this.#listener = new NotificationListener(options.db.pool, JOBS_CHANNEL, this.#log, (kind) => {
      this.#fillSlots(kind === undefined ? this.#handlers.keys() : [kind]);
    });
  }

  /** Runs jobs of this kind, from now on or from the start on. */
  handle(kind: string, handler: JobHandler): void {
    this.#handlers.set(kind, handler);
    if (this.#state === 'running') this.#fillSlots([kind]);
  }

  async start(): Promise<void> {
    if (this.#state !== 'new') return;
    this.#state = 'running';
    const { db, pollMs = POLL_MS } = this.#options;
    await requeueExpired(db.kysely);
    this.#listener.start();
    // Usually nothing is due, and the statements that claim jobs cost several times as much as this one.
    this.#every(pollMs, 'search for jobs', async () => {
      const { due, expired } = await checkQueue(db.kysely, [...this.#handlers.keys()]);
      if (expired) await requeueExpired(db.kysely);
      if (due || expired) this.#fillSlots(this.#handlers.keys());
    });
    this.#every(this.#leaseMs / 3, 'renewal of leases', () => this.#renew());
    this.#every(PURGE_EVERY_MS, 'removal of old jobs', () => purgeFinished(db.kysely));
    this.#fillSlots(this.#handlers.keys());
  }

  /**
   * Takes no more jobs. Waits for each running one up to `graceMs`, and up to that of its handler; then aborts it, and
   * releases it to other processes if it does not end within another second.
   */
  async stop(graceMs = GRACE_MS): Promise<void> {
    this.#state = 'stopping';
    for (const repeated of this.#repeated.splice(0)) void repeated.stop();
    await this.#listener.stop();
    await this.#filling;
    const renewing = setInterval(() => void this.#renew().catch(() => undefined), this.#leaseMs / 3);
    await Promise.all([...this.#running.values()].map((running) => this.#end(running, graceMs)));
    clearInterval(renewing);
    for (const { job } of this.#running.values()) {
      await releaseJob(this.#options.db.kysely, job);
    }
  }

  #every(everyMs: number, what: string, task: () => Promise<void>): void {
    const onFailure = (error: unknown) =>
      this.#log.warn(
        { event: 'job.upkeep_failed', err: error, what },
        'the service could not maintain its job queue',
      );
    this.#repeated.push(repeat(task, { everyMs, onFailure }));
  }

  /** Waits for a running job, and aborts it once its time is up. */
  async #end({ job, abort, done }: RunningJob, graceMs: number): Promise<void> {
    const ownMs = this.#handlers.get(job.kind)?.graceMs ?? GRACE_MS;
    if (await endsInTime(done, Math.min(graceMs, ownMs))) return;
    abort.abort(new Error('the service is stopping'));
    await endsInTime(done, ABORT_GRACE_MS);
  }

  /** Fills the free slots of these kinds. Calls during a search are answered after it. */
  #fillSlots(kinds: Iterable<string>): void {
    for (const kind of kinds) this.#kindsToFill.add(kind);
    this.#filling ??= this.#fillAllSlots()
      .catch((error: unknown) => {
        // They are found at the next poll.
        this.#kindsToFill.clear();
        this.#log.warn(
          { event: 'job.claim_failed', err: error },
          'the service could not claim jobs from the queue',
        );
      })
      .finally(() => {
        this.#filling = undefined;
        // Requested between the last search and this point.
        if (this.#kindsToFill.size > 0 && this.#state === 'running') this.#fillSlots([]);
      });
  }

  async #fillAllSlots(): Promise<void> {
    // The loop also visits kinds that are added meanwhile.
    for (const kind of this.#kindsToFill) {
      if (this.#state !== 'running') return;
      this.#kindsToFill.delete(kind);
      const handler = this.#handlers.get(kind);
      if (!handler) continue;
      const running = [...this.#running.values()].filter(({ job }) => job.kind === kind).length;
      const jobs = await this.#claim(kind, handler, running);
      for (const job of jobs) this.#begin(job, handler);
    }
  }

  async #claim(kind: string, handler: JobHandler, running: number): Promise<ClaimedJob[]> {
    const { concurrency = 1, perLane, reservedLaneSlots = 0 } = handler;
    const claim = async (limit: number, maxPerLane: number | undefined) => {
      if (limit <= 0) return [];
      const lastLane = this.#lastLanes.get(kind);
      const options = { kind, limit, leaseMs: this.#leaseMs, perLane: maxPerLane, lastLane };
      const jobs = await claimJobs(this.#options.db.kysely, options);
      if (jobs.length > 0) this.#lastLanes.set(kind, jobs.at(-1)!.lane);
      return jobs;
    };
    const free = Math.max(0, concurrency - running);
    const jobs = await claim(free, perLane);
    // Fewer jobs than free slots: nothing else is waiting.
    if (jobs.length < free || reservedLaneSlots === 0) return jobs;
    return [...jobs, ...(await claim(concurrency + reservedLaneSlots - running - jobs.length, 1))];
  }

  #begin(job: ClaimedJob, handler: JobHandler): void {
    const abort = new AbortController();
    const done = this.#run(job, handler, abort.signal)
      .catch((error: unknown) => {
        // The outcome could not be saved: the lease expires and the job runs again.
        this.#log.error(
          { event: 'job.outcome_not_stored', err: error, jobId: job.id, kind: job.kind },
          'the service could not store the outcome of a job; the job will run again',
        );
      })
      .finally(() => {
        this.#running.delete(job.leaseToken);
        this.#fillSlots([job.kind]);
      });
    this.#running.set(job.leaseToken, { job, abort, done });
  }

  async #run(job: ClaimedJob, handler: JobHandler, signal: AbortSignal): Promise<void> {
    const { kysely } = this.#options.db;
    let failure: unknown;
    try {
      if (hasCrashedTooOften(job, handler)) throw new ProcessEndedError(PROCESS_ENDED);
      await handler.run(job.payload, {
        id: job.id,
        attempt: job.attempt,
        signal,
        isLaneWaiting: () => isLaneWaiting(kysely, job),
      });
    } catch (error) {
      failure = error ?? new Error('the handler rejected without an error');
    }
    let isStillLeased: boolean;
    if (failure === undefined) {
      isStillLeased = await finishJob(kysely, job);
    } else if (failure instanceof ResourceNeeded) {
      isStillLeased = await requeueForResource(kysely, job, failure);
    } else if (failure instanceof ContinueLater) {
      isStillLeased = await continueLater(kysely, job, failure.payload);
    } else if (signal.aborted && this.#state === 'stopping') {
      isStillLeased = await releaseJob(kysely, job);
    } else {
      isStillLeased = await this.#fail(job, failure, handler, signal);
    }
    if (!isStillLeased)
      this.#log.warn(
        { event: 'job.lease_lost', jobId: job.id, kind: job.kind },
        'a job was taken over by another process while it ran here',
      );
  }

  async #fail(job: ClaimedJob, failure: unknown, handler: JobHandler, signal: AbortSignal): Promise<boolean> {
    const { kysely } = this.#options.db;
    const text = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure);
    const error = storableText(text, MAX_ERROR_CHARACTERS);
    const fields = { jobId: job.id, kind: job.kind, attempt: job.attempt, error };
    if (job.attempt >= job.maxAttempts || hasCrashedTooOften(job, handler)) {
      // If aborted, another process decides about the job.
      if (!signal.aborted) await handler.onGivenUp?.(job.payload, failure);
      this.#log.error(
        { event: 'job.given_up', ...fields },
        'a job failed for good and will not be tried again',
      );
      return failJob(kysely, job, error);
    }
    const delayMs = backoffMs(job.attempt, { firstMs: handler.firstRetryMs ?? 2_000, maxMs: MAX_RETRY_MS });
    this.#log.warn({ event: 'job.failed', ...fields, delayMs }, 'a job failed and will be tried again');
    const isStillLeased = await retryLater(kysely, job, { delayMs, error });
    if (delayMs < (this.#options.pollMs ?? POLL_MS))
      setTimeout(() => this.#fillSlots([job.kind]), delayMs + 5).unref();
    return isStillLeased;
  }

  async #renew(): Promise<void> {
    const jobs = [...this.#running.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    const renewed = await renewLeases(this.#options.db.kysely, jobs, this.#leaseMs);
    for (const { leaseToken } of jobs) {
      if (renewed.has(leaseToken)) continue;
      // It may have ended meanwhile; then there is nothing to abort.
      this.#running.get(leaseToken)?.abort.abort(new Error('the job was taken over by another process'));
    }
  }
}

/** Whether a job, which never rejects, ends within this time. */
const endsInTime = (done: Promise<void>, ms: number): Promise<boolean> =>
  withTimeout(done, ms, 'the job has not ended').then(
    () => true,
    () => false,
  );

function hasCrashedTooOften(
  { attempt, maxAttempts, processEnded }: ClaimedJob,
  { maxCrashedAttempts }: JobHandler,
): boolean {
  return processEnded && attempt > (maxCrashedAttempts ?? maxAttempts);
}
