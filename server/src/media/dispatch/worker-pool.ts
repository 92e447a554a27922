import type { ConversationPlan, EndReason, WaitingRoom, WorkerReport } from '@visavis/contracts';
import type { PictureStep } from '../avatar/picture-steps.ts';
import { MachineLoad, type MachineLoadOptions } from './machine-load.ts';
import { type EventSink, OrderedEvents } from './ordered-events.ts';
import { OwnWorkers, type OwnWorkersOptions } from './own-workers.ts';
import { choosePlace, chooseToGive, isWarm } from './placement.ts';
import { PoolWorker } from './pool-worker.ts';
import { Timers } from './timers.ts';
import { WorkerAnswers, type WorkerServices } from './worker-answers.ts';
import type { WorkerLink } from './worker-link.ts';

/** A conversation that has not ended this long after it was asked to counts as ended. */
const STOP_MS = 15_000;
/**
 * How often the load of this machine is judged, which workers report as often, and conversations that wait for their worker
 * are reported alive.
 */
const LOOK_MS = 1000;
/** By then a worker that moves must be at its new process, or its conversations would be ended as crashed. */
const MOVE_MS = 5_000;
/** Of a conversation whose worker dies before it is ready. */
const START_ATTEMPTS = 3;

export interface WorkerPoolOptions extends WorkerServices, Omit<OwnWorkersOptions, 'places'> {
  /** Every event of every conversation, in order within a conversation. `ended` comes exactly once. */
  onEvent: EventSink;
  /** Every few seconds for each worker: these conversations of it are alive. */
  onAlive?: (conversationIds: string[]) => void | Promise<void>;
  /** A worker has brought these conversations, which another process began. */
  onBrought?: (conversationIds: string[]) => void | Promise<void>;
  /** The avatar that was sent ahead for this conversation is in its room, or, not `present`, is lost. */
  onWaiting?: (conversationId: string, present: boolean) => void;
  /** Of the pictures of this machine's conversations: how many a second, and the fewest under pressure. 25 of both unless set. */
  pictures?: { fps: number; idleFps: number; minFps: number };
  /** As many places as the machine bears, instead of as many as the settings say. */
  measurePlaces?: boolean;
  /** Reads the load of the machine's processors; tests replace it. */
  processors?: MachineLoadOptions['processors'];
  /** Where the workers of this machine find the rooms of a plan whose address names no host. */
  roomsUrl?: () => string | undefined;
  /** Gives up a start that is under way: the service that the pool is for will not be. */
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
  /** Of the conversations on this machine: fewer under pressure. */
  picturesPerSecond: number;
}

export interface WorkerPool {
  /**
   * Resolves when a worker has the plan; what becomes of it is told by events.
   * @throws CapacityError when every worker is full.
   */
  start(plan: ConversationPlan): Promise<void>;
  /**
   * Sends an avatar ahead into the room of a conversation that may be started later, and then by the same worker: that room
   * is empty. `onWaiting` tells what becomes of it. @returns false where no worker that is ready has a place.
   */
  prepare(conversationId: string, room: WaitingRoom): boolean;
  /** That conversation will not be started, nor, without an id, any for which an avatar waits. */
  discard(conversationId?: string): void;
  /** Asks for the end; `ended` follows. Nothing happens for a conversation that is not here. */
  stop(conversationId: string, reason: EndReason): void;
  /** Reports that the consumer's memories were erased: all, or those with this content. */
  forget(conversationId: string, content?: string): void;
  /** Tells this conversation, or all, that the service ends in so many seconds at the latest. */
  tellEnding(secondsLeft: number, conversationId?: string): void;
  /**
   * Asks the workers of other machines to take their conversations to another process of the service. Those that find
   * one are gone from here soon; the others stay. How many there are.
   */
  handOver(): number;
  /**
   * Asks a worker of another machine to go to that process of the service, where this one has enough of them. Whether one was
   * asked.
   */
  giveTo(instance: string, placesThere: number): boolean;
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

/** Resolves when the first worker of this machine, if it is to have any, is warm. Rejects when it cannot be started. */
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
  #refused = 0;
  /** Every worker, our own processes and others, with the questions that it has asked. */
  readonly #workers = new Map<PoolWorker, WorkerAnswers>();
  readonly #guests = new Set<PoolWorker>();
  readonly #homes = new Map<string, PoolWorker>();
  /** Who has the waiting avatar of a conversation that has not been started. */
  readonly #waiting = new Map<string, PoolWorker>();
  /** Conversations that wait for their worker to be ready; their plan is still here. */
  readonly #unsent = new Set<string>();

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#events = new OrderedEvents(options.onEvent, options.log);
    const { roomsUrl } = options;
    const employ = (link: WorkerLink, capacity: number) => this.#employ(link, capacity, roomsUrl);
    const { pictures = { fps: 25, idleFps: 25, minFps: 25 }, processors } = options;
    this.#load = new MachineLoad({
      ...pictures,
      ...(processors && { processors }),
      onStep: (step) => this.#setStep(step),
    });
    const places = options.measurePlaces && { places: (running: number) => this.#load.places(running) };
    this.#own = new OwnWorkers({ ...options, ...places }, employ, this.#timers);
    this.#look();
  }

  async open(): Promise<void> {
    const first = this.#own.another();
    await first?.started;
    if (!first || first.ready) return;
    await this.close();
    throw new Error('the conversation worker does not start; see its messages above');
  }

  #look(): void {
    this.#timers.later(LOOK_MS, () => {
      this.#load.judge();
      // A worker may take a minute to start on a busy machine; without heartbeats its conversations would be ended as crashed.
      void this.#tellAlive([...this.#unsent]);
      for (const [id, worker] of this.#waiting) if (!isWarm(worker)) this.#lose(id);
      this.#look();
    });
  }

  #setStep({ fps, scale }: PictureStep): void {
    this.#options.log.info(
      { picturesPerSecond: fps, scale },
      'the pictures of all conversations follow the load',
    );
    this.#own.tell({ type: 'pictures', maxFps: fps, scale });
  }

  async start(plan: ConversationPlan): Promise<void> {
    const { conversationId } = plan;
    this.#unsent.add(conversationId);
    try {
      for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
        const home = this.#place(conversationId);
        await home.started;
        if (this.#homes.get(conversationId) === home) {
          home.start(plan);
          return;
        }
        // Ended while it waited, as has been reported; else its worker died before it was ready: take another.
        if (!this.#unsent.has(conversationId)) return;
      }
      throw new CapacityError('No conversation worker could be started.');
    } finally {
      this.#unsent.delete(conversationId);
    }
  }

  #place(conversationId: string): PoolWorker {
    if (this.#timers.closed) throw new CapacityError('The service is shutting down.');
    const open = [...this.#own.open(), ...this.#guests];
    const holder = this.#waiting.get(conversationId);
    this.#waiting.delete(conversationId);
    const meant = choosePlace(open.filter((worker) => worker === holder && isWarm(worker)));
    const home = meant ?? choosePlace(open) ?? this.#own.another();
    if (holder && home !== holder) holder.send({ type: 'discard', conversationId });
    if (!home) {
      this.#refused++;
      throw new CapacityError(
        this.#workers.size > 0
          ? `Every conversation worker is full: ${this.#homes.size} conversations run, of ${this.stats().capacity} that fit.`
          : 'There is no conversation worker at the moment.',
      );
    }
    home.conversations.add(conversationId);
    if (home !== holder) home.served++;
    this.#homes.set(conversationId, home);
    this.#own.refill();
    return home;
  }

  prepare(conversationId: string, room: WaitingRoom): boolean {
    const open = this.#timers.closed ? [] : [...this.#own.open(), ...this.#guests];
    const worker = choosePlace(open.filter(isWarm));
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

  #lose(conversationId: string): void {
    this.discard(conversationId);
    this.#options.onWaiting?.(conversationId, false);
  }

  stop(conversationId: string, reason: EndReason): void {
    const home = this.#homes.get(conversationId);
    if (!home) return;
    home.send({ type: 'stop', conversationId, reason });
    this.#timers.later(STOP_MS, () => {
      if (this.#homes.get(conversationId) !== home) return;
      this.#options.log.error({ conversationId }, 'a conversation did not end in time');
      this.#end(conversationId, reason, 'The conversation did not end by itself.');
    });
  }

  forget(conversationId: string, content?: string): void {
    this.#homes
      .get(conversationId)
      ?.send({ type: 'forget', conversationId, ...(content !== undefined && { content }) });
  }

  tellEnding(secondsLeft: number, conversationId?: string): void {
    for (const [id, home] of this.#homes) {
      if (conversationId !== undefined && id !== conversationId) continue;
      home.send({ type: 'ending_soon', conversationId: id, secondsLeft });
    }
  }

  handOver(): number {
    for (const guest of this.#guests) guest.handOver();
    return this.#guests.size;
  }

  giveTo(instance: string, placesThere: number): boolean {
    const worker = chooseToGive(this.#guests, this.stats().capacity, placesThere);
    worker?.moveTo(instance);
    return worker !== undefined;
  }

  welcome(link: WorkerLink, capacity: number): void {
    if (this.#timers.closed) link.kill();
    else this.#guests.add(this.#employ(link, capacity));
  }

  active(): string[] {
    return [...this.#homes.keys()];
  }

  stats(): WorkerPoolStats {
    const lent = [...this.#guests].reduce(
      (sum, { capacity, leaving, conversations }) => sum + (leaving ? conversations.size : capacity),
      0,
    );
    return {
      active: this.#homes.size,
      capacity: this.#own.capacity + lent,
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

  #employ(link: WorkerLink, capacity: number, roomsUrl?: () => string | undefined): PoolWorker {
    const { log } = this.#options;
    const worker: PoolWorker = new PoolWorker({
      link,
      capacity,
      ...(roomsUrl && { roomsUrl }),
      log,
      onReady: () => {
        this.#own.dismissWorn();
        if (!this.#own.has(worker)) return;
        const { fps, scale } = this.#load.step;
        worker.send({ type: 'pictures', maxFps: fps, scale });
      },
      onReport: (report) => this.#onReport(worker, report),
      onGone: (why, expected) => this.#onGone(worker, why, expected),
    });
    this.#workers.set(worker, new WorkerAnswers(this.#options, (answer) => worker.send(answer), log));
    return worker;
  }

  #onReport(worker: PoolWorker, report: WorkerReport): void {
    const answers = this.#workers.get(worker);
    const isIts = (conversationId: string) => this.#homes.get(conversationId) === worker;
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
        else this.#lose(report.conversationId);
        break;
      case 'event':
        if (!isIts(report.conversationId)) return;
        if (report.event.kind === 'ended') this.#forget(report.conversationId, worker);
        this.#events.push(report.conversationId, report.event);
        break;
      case 'search_knowledge':
        if (isIts(report.conversationId)) answers?.search(report);
        break;
      case 'call_tool':
        if (isIts(report.conversationId)) answers?.call(report);
        break;
      case 'cancel':
        answers?.cancel(report.requestId);
        break;
      case 'heartbeat':
        this.#own.checkWear(worker);
        void this.#tellAlive(report.conversationIds.filter(isIts));
        break;
      case 'moving':
        if (answers) void this.#letMove(worker, answers);
        break;
      case 'brings':
        if (this.#guests.has(worker)) void this.#takeOver(worker, report.conversationIds);
        break;
      case 'leaving':
        this.#letGo(worker);
        break;
    }
  }

  async #letMove(worker: PoolWorker, answers: WorkerAnswers): Promise<void> {
    const moved = [...worker.conversations];
    this.#options.log.info({ worker: worker.name, conversations: moved.length }, 'a worker has moved');
    const last = Promise.all([answers.answered(), this.#events.taken(moved)]);
    const latest = new Promise<void>((resolve) => this.#timers.later(MOVE_MS, resolve));
    worker.conversations.clear();
    for (const conversationId of moved) this.#homes.delete(conversationId);
    await worker.letMove(Promise.race([last, latest]));
  }

  async #takeOver(worker: PoolWorker, conversationIds: string[]): Promise<void> {
    for (const conversationId of conversationIds) {
      if (this.#homes.has(conversationId)) continue;
      this.#homes.set(conversationId, worker);
      worker.conversations.add(conversationId);
    }
    try {
      await this.#options.onBrought?.(conversationIds);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'conversations that a worker brought could not be taken over');
    }
  }

  async #tellAlive(conversationIds: string[]): Promise<void> {
    try {
      if (conversationIds.length > 0) await this.#options.onAlive?.(conversationIds);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a heartbeat could not be kept');
    }
  }

  #onGone(worker: PoolWorker, why: string, expected: boolean): void {
    this.#workers.get(worker)?.cancelAll();
    this.#workers.delete(worker);
    this.#guests.delete(worker);
    if (!expected) this.#options.log.error({ worker: worker.name, why }, 'a conversation worker is gone');
    for (const conversationId of worker.conversations) {
      if (this.#timers.closed) this.#end(conversationId, 'shutdown', why);
      else if (this.#unsent.has(conversationId)) this.#homes.delete(conversationId);
      else this.#end(conversationId, 'crashed', `The conversation worker is gone: ${why}.`);
    }
    this.#own.gone(worker);
    this.#load.gone(worker);
  }

  #end(conversationId: string, reason: EndReason, detail: string): void {
    const home = this.#homes.get(conversationId);
    if (!home) return;
    this.#forget(conversationId, home);
    this.#events.push(conversationId, { kind: 'ended', at: Date.now(), reason, detail });
  }

  #forget(conversationId: string, worker: PoolWorker): void {
    this.#homes.delete(conversationId);
    this.#unsent.delete(conversationId);
    worker.conversations.delete(conversationId);
    this.#own.freed(worker);
    this.#letGo(worker);
  }

  /** A worker that wants to go does so with its last conversation. */
  #letGo(worker: PoolWorker): void {
    if (worker.leaving && worker.conversations.size === 0) worker.retire();
  }
}
