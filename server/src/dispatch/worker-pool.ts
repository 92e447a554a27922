import type {
  ConversationPlan,
  EndReason,
  WaitingRoom,
  WorkerCommand,
  WorkerReport,
} from '@visavis/contracts';
import { systemClock } from '../lib/clock.ts';
import { LastPlace } from '../lib/last-place.ts';
import type { FrameStep } from '../media/showing/frame-steps.ts';
import { MachineLoad } from './machine-load.ts';
import { OrderedEvents } from './ordered-events.ts';
import { OwnWorkers } from './own-workers.ts';
import { chooseWorker, isReserved, isWarm, mayShare, type Tenant } from './placement.ts';
import {
  CapacityError,
  type WorkerPool,
  type WorkerPoolOptions,
  type WorkerPoolStats,
} from './pool-contract.ts';
import { PoolWorker } from './pool-worker.ts';
import { Timers } from './timers.ts';
import type { WorkerLink } from './worker-link.ts';
import { WorkerRequestHandler } from './worker-request-handler.ts';

/** A conversation that has not ended this long after a stop request counts as ended. */
const STOP_MS = 15_000;
/**
 * How often the load of this machine is judged (workers report it as often), and conversations that wait for their
 * worker are reported as alive.
 */
const CHECK_INTERVAL_MS = 1000;
/** How often a conversation is reassigned if its worker dies before it is ready. */
const START_ATTEMPTS = 3;

/** Resolves when the first local worker, if there is to be one, is warm. Rejects if it cannot be started. */
export async function startWorkerPool(options: WorkerPoolOptions): Promise<WorkerPool> {
  const { signal } = options;
  signal?.throwIfAborted();
  const pool = new ConversationPool(options);
  const giveUp = () => void pool.close();
  signal?.addEventListener('abort', giveUp, { once: true });
  await pool.open().finally(() => signal?.removeEventListener('abort', giveUp));
  return pool;
}

class ConversationPool implements WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #events: OrderedEvents;
  readonly #timers = new Timers();
  readonly #own: OwnWorkers;
  readonly #load: MachineLoad;
  /**
   * Decides which organization may take the last free place. Conversations that nobody joins end within the time for
   * which a place is kept.
   */
  readonly #lastPlace = new LastPlace({ waitingMs: 120_000, maxRemembered: 1000 });
  #refused = 0;
  /** Every worker, local and remote, with the handler of its requests. */
  readonly #workers = new Map<PoolWorker, WorkerRequestHandler>();
  readonly #remoteWorkers = new Set<PoolWorker>();
  readonly #workerByConversation = new Map<string, PoolWorker>();
  /** The worker that has the waiting avatar of a conversation that has not been started. */
  readonly #waiting = new Map<string, PoolWorker>();
  /** Conversations whose worker is not ready yet, so it does not have their plan. */
  readonly #awaitingWorker = new Set<string>();

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#events = new OrderedEvents(options.onEvent, options.log, (id) =>
      this.stop(id, 'avatar_error', 'Events occurred faster than they could be stored.'),
    );
    const { roomsUrl } = options;
    const addOwnWorker = (link: WorkerLink, capacity: number) => this.#addWorker(link, capacity, roomsUrl);
    const { frames = { fps: 25, idleFps: 25, minFps: 25 }, processors } = options;
    this.#load = new MachineLoad({
      ...frames,
      ...(processors && { processors }),
      onStep: (step) => this.#logStep(step),
      onFramePolicyChanged: () => this.#own.sendToAll(this.#framePolicy),
    });
    const places = options.measurePlaces && { places: (running: number) => this.#load.places(running) };
    this.#own = new OwnWorkers({ ...options, ...places }, addOwnWorker, this.#timers);
    this.#scheduleCheck();
  }

  async open(): Promise<void> {
    const first = this.#own.startAnother();
    await first?.started;
    if (!first || first.ready) return;
    await this.close();
    throw new Error('the conversation worker does not start; see its log lines above');
  }

  #scheduleCheck(): void {
    this.#timers.later(CHECK_INTERVAL_MS, () => {
      this.#load.judge();
      // A worker may take a minute to start on a busy machine; without heartbeats its conversations would be ended.
      void this.#reportAlive([...this.#awaitingWorker]);
      for (const [id, worker] of this.#waiting) if (!isWarm(worker)) this.#dropWaiting(id);
      this.#scheduleCheck();
    });
  }

  get #framePolicy(): Extract<WorkerCommand, { type: 'pictures' }> {
    const { step, savesInSilence } = this.#load;
    return { type: 'pictures', maxFps: step.fps, scale: step.scale, savesInSilence };
  }

  #logStep({ fps, scale }: FrameStep): void {
    this.#options.log.info(
      { event: 'load.pictures_changed', picturesPerSecond: fps, scale },
      'the load of the machine changed the frame rate and size of the video of all conversations',
    );
  }

  async start(plan: ConversationPlan): Promise<void> {
    const { conversationId, organizationId, room } = plan;
    const tenant = { organizationId, isInCallerRoom: room.host !== undefined };
    this.#awaitingWorker.add(conversationId);
    try {
      for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
        const worker = this.#place(conversationId, tenant);
        await worker.started;
        if (this.#workerByConversation.get(conversationId) === worker) {
          worker.start(plan);
          return;
        }
        // Either the conversation ended meanwhile (reported), or its worker died before it was ready: take another.
        if (!this.#awaitingWorker.has(conversationId)) return;
      }
      throw new CapacityError('No conversation worker could be started.');
    } finally {
      this.#awaitingWorker.delete(conversationId);
    }
  }

  #place(conversationId: string, tenant: Tenant): PoolWorker {
    if (this.#timers.closed) throw new CapacityError('The service is shutting down.');
    const available = [...this.#own.available(), ...this.#remoteWorkers].filter(({ tenants }) =>
      mayShare(tenant, tenants),
    );
    const reserved = tenant.isInCallerRoom ? available.filter(({ tenants }) => isReserved(tenants)) : [];
    const waitingAt = this.#waiting.get(conversationId);
    this.#waiting.delete(conversationId);
    const preferred = chooseWorker(available.filter((worker) => worker === waitingAt && isWarm(worker)));
    const { organizationId } = tenant;
    const now = systemClock.now();
    const hasConversation =
      this.#lastPlace.hasBegun(organizationId, now) ||
      [...this.#workers.keys()].some(({ tenants }) =>
        tenants.some((each) => each.organizationId === organizationId),
      );
    const isLastPlaceReserved =
      hasConversation &&
      this.#capacity - this.#workerByConversation.size <= 1 &&
      this.#lastPlace.isReserved(now);
    const chosen = isLastPlaceReserved
      ? undefined
      : (preferred ??
        chooseWorker(reserved) ??
        chooseWorker(available) ??
        this.#own.startAnother(tenant.isInCallerRoom));
    if (waitingAt && chosen !== waitingAt) waitingAt.send({ type: 'discard', conversationId });
    if (!chosen) {
      this.#refused++;
      if (!hasConversation) this.#lastPlace.refused(organizationId, now);
      if (isLastPlaceReserved)
        throw new CapacityError(
          'The last free slot is reserved for an organization that was refused shortly before; try again shortly.',
        );
      throw new CapacityError(
        this.#workers.size > 0
          ? 'Every conversation worker is full: as many conversations run as its machine can carry, or its settings allow.'
          : 'No conversation worker is available at the moment.',
      );
    }
    this.#lastPlace.begun(organizationId, now);
    this.#lastPlace.admitted(organizationId);
    chosen.conversations.set(conversationId, tenant);
    if (chosen !== waitingAt) chosen.served++;
    this.#workerByConversation.set(conversationId, chosen);
    this.#own.refill();
    return chosen;
  }

  prepare(conversationId: string, room: WaitingRoom): boolean {
    const available = this.#timers.closed ? [] : [...this.#own.available(), ...this.#remoteWorkers];
    const worker = chooseWorker(available.filter((each) => isWarm(each) && !isReserved(each.tenants)));
    if (!worker) return false;
    this.#waiting.set(conversationId, worker);
    worker.prepare(conversationId, room);
    return true;
  }

  discard(conversationId?: string): void {
    for (const [id, worker] of this.#waiting) {
      if (conversationId !== undefined && id !== conversationId) continue;
      this.#waiting.delete(id);
      worker.send({ type: 'discard', conversationId: id });
    }
  }

  #dropWaiting(conversationId: string): void {
    this.discard(conversationId);
    this.#options.onWaiting?.(conversationId, false);
  }

  stop(conversationId: string, reason: EndReason, detail?: string): void {
    const worker = this.#workerByConversation.get(conversationId);
    if (!worker) return;
    worker.send({ type: 'stop', conversationId, reason, ...(detail && { detail }) });
    this.#timers.later(STOP_MS, () => {
      if (this.#workerByConversation.get(conversationId) !== worker) return;
      this.#options.log.error(
        { event: 'conversation.end_forced', conversationId, worker: worker.name },
        'a worker did not end a conversation in time; the service marked the conversation as ended',
      );
      this.#end(conversationId, reason, detail ?? 'The worker did not end the conversation in time.');
    });
  }

  forget(conversationId: string, content?: string): void {
    this.#workerByConversation
      .get(conversationId)
      ?.send({ type: 'forget', conversationId, ...(content !== undefined && { content }) });
  }

  announceShutdown(secondsLeft: number, conversationId?: string): void {
    for (const [id, worker] of this.#workerByConversation) {
      if (conversationId !== undefined && id !== conversationId) continue;
      worker.send({ type: 'ending_soon', conversationId: id, secondsLeft });
    }
  }

  release(): void {
    for (const worker of this.#remoteWorkers) this.#release(worker);
  }

  releaseOne(): boolean {
    const remoteWorkers = [...this.#remoteWorkers];
    const [first] = remoteWorkers.filter(isWarm).sort((a, b) => a.conversations.size - b.conversations.size);
    const othersStay = [...this.#workers.keys()].some((worker) => worker !== first && isWarm(worker));
    if (!first || !othersStay || remoteWorkers.some(({ leaving }) => leaving)) return false;
    this.#release(first);
    return true;
  }

  #release(worker: PoolWorker): void {
    worker.leave();
    this.#retireIfDone(worker);
  }

  addRemoteWorker(link: WorkerLink, capacity: number): void {
    if (this.#timers.closed) link.kill();
    else this.#remoteWorkers.add(this.#addWorker(link, capacity));
  }

  active(): string[] {
    return [...this.#workerByConversation.keys()];
  }

  get #capacity(): number {
    return [...this.#remoteWorkers].reduce(
      (sum, { capacity, leaving, conversations }) => sum + (leaving ? conversations.size : capacity),
      this.#own.capacity,
    );
  }

  stats(): WorkerPoolStats {
    return {
      active: this.#workerByConversation.size,
      capacity: this.#capacity,
      workers: [...this.#workers.keys()].map(
        ({ pid, ready, leaving, worn, conversations, residentBytes }) => ({
          pid,
          ready,
          leaving,
          worn,
          conversations: conversations.size,
          residentBytes,
        }),
      ),
      replaced: this.#own.replaced,
      refused: this.#refused,
      picturesPerSecond: this.#load.step.fps,
    };
  }

  async close(): Promise<void> {
    this.#timers.close();
    const workers = [...this.#workers.keys()];
    for (const worker of workers) worker.retire();
    await Promise.all(workers.map(({ gone }) => gone));
    await this.#events.drained();
  }

  #addWorker(link: WorkerLink, capacity: number, roomsUrl?: () => string | undefined): PoolWorker {
    const { log } = this.#options;
    const worker: PoolWorker = new PoolWorker({
      link,
      capacity,
      ...(roomsUrl && { roomsUrl }),
      log,
      onReady: () => {
        this.#own.retireWorn();
        if (this.#own.has(worker)) worker.send(this.#framePolicy);
      },
      onReport: (report) => this.#onReport(worker, report),
      onGone: (why, expected) => this.#onGone(worker, why, expected),
    });
    this.#workers.set(worker, new WorkerRequestHandler(this.#options, (answer) => worker.send(answer), log));
    return worker;
  }

  #onReport(worker: PoolWorker, report: WorkerReport): void {
    const requestHandler = this.#workers.get(worker);
    const runsHere = (conversationId: string) => this.#workerByConversation.get(conversationId) === worker;
    switch (report.type) {
      case 'ready':
        if (report.pictureMs !== undefined && this.#own.has(worker)) this.#load.calibrate(report.pictureMs);
        break;
      case 'load':
        if (this.#own.has(worker)) this.#load.report(worker, report);
        break;
      case 'waiting':
        if (this.#waiting.get(report.conversationId) !== worker) return;
        if (report.present) this.#options.onWaiting?.(report.conversationId, true);
        else this.#dropWaiting(report.conversationId);
        break;
      case 'event':
        if (!runsHere(report.conversationId)) return;
        if (report.event.kind === 'ended') this.#removeConversation(report.conversationId, worker);
        this.#events.push(report.conversationId, report.event);
        break;
      case 'search_knowledge':
        if (runsHere(report.conversationId)) void requestHandler?.search(report);
        break;
      case 'call_tool':
        if (runsHere(report.conversationId)) void requestHandler?.call(report);
        break;
      case 'cancel':
        requestHandler?.cancel(report.requestId);
        break;
      case 'heartbeat':
        this.#own.checkWear(worker);
        void this.#reportAlive(report.conversationIds.filter(runsHere));
        break;
      case 'leaving':
        this.#retireIfDone(worker);
        break;
    }
  }

  async #reportAlive(conversationIds: string[]): Promise<void> {
    try {
      if (conversationIds.length > 0) await this.#options.onAlive?.(conversationIds);
    } catch (error) {
      this.#options.log.warn(
        { event: 'conversation.heartbeat_not_stored', err: error },
        'the service could not store that conversations are still running',
      );
    }
  }

  #onGone(worker: PoolWorker, why: string, expected: boolean): void {
    this.#workers.get(worker)?.cancelAll();
    this.#workers.delete(worker);
    this.#remoteWorkers.delete(worker);
    if (!expected)
      this.#options.log.error(
        { event: 'worker.lost', worker: worker.name, why, conversationIds: [...worker.conversations.keys()] },
        'a worker stopped unexpectedly; its conversations ended',
      );
    for (const conversationId of worker.conversations.keys()) {
      if (this.#timers.closed) this.#end(conversationId, 'shutdown', why);
      else if (this.#awaitingWorker.has(conversationId)) this.#workerByConversation.delete(conversationId);
      else this.#end(conversationId, 'crashed', `The conversation worker stopped: ${why}.`);
    }
    this.#own.workerGone(worker);
    this.#load.removeWorker(worker);
  }

  #end(conversationId: string, reason: EndReason, detail: string): void {
    const worker = this.#workerByConversation.get(conversationId);
    if (!worker) return;
    this.#removeConversation(conversationId, worker);
    this.#events.push(conversationId, { kind: 'ended', at: Date.now(), reason, detail });
  }

  #removeConversation(conversationId: string, worker: PoolWorker): void {
    this.#workerByConversation.delete(conversationId);
    this.#awaitingWorker.delete(conversationId);
    worker.conversations.delete(conversationId);
    this.#own.conversationEnded(worker);
    this.#retireIfDone(worker);
  }

  /** Retires a worker that is leaving, after its last conversation. */
  #retireIfDone(worker: PoolWorker): void {
    if (worker.leaving && worker.conversations.size === 0) worker.retire();
  }
}
