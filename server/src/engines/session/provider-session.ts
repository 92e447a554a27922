import type { Clock } from '../../lib/clock.ts';
import type { EngineCore } from '../engine-core.ts';
import { ProviderError, type ProviderName } from '../provider-error.ts';
import { type ConnectionRequest, type OpeningConnection, openConnection } from './provider-connection.ts';
import type { ProviderSocket } from './provider-socket.ts';
import {
  NEW_SESSION,
  type SessionCommand,
  type SessionContext,
  type SessionEvent,
  type SessionState,
} from './session-states.ts';
import { nextSession } from './session-table.ts';
import { OPENING_DELAYS_MS, RESTORING_DELAYS_MS } from './session-transitions.ts';
import { UserSound } from './user-sound.ts';

/** What differs between vendors: the messages, and what the vendor's engine has in progress. */
export interface ProviderProtocol {
  /** The address of a connection and its first message. `handle` names a saved state to resume. */
  request(handle: string | undefined): ConnectionRequest | Promise<ConnectionRequest>;
  /** A message of the connection in use (`isCurrent`), or of one that is being opened. */
  receive(message: Record<string, unknown>, connection: OpeningConnection, isCurrent: boolean): void;
  /** Encodes the user's audio: mono, 24 kHz. Returns nothing when it is too short to be sent. */
  encodeSound(pcm: Int16Array): object | undefined;
  /** True while the provider would refuse audio; it is buffered meanwhile. */
  holdsSound?(): boolean;
  /** What would be interrupted if the connection were lost now. */
  underWay(): SessionContext['underWay'];
  /** The connection is lost or about to be replaced: drop what is in progress on it. */
  left(): void;
  /** Sends the history to a new connection. `resumed`: the provider restored a saved state there. */
  replay(connection: { isFirst: boolean; resumed: boolean }): void;
  /** Called after `replay` and the buffered audio. `answerLost`: the answer that is due must be requested again. */
  adopted(answerLost: boolean): void;
  /** Whether nobody speaks and no answer is due. Required when connections expire. */
  isPause?(): boolean;
  /** Called when the connection was refused. True: the next request asks for less, so try again at once. */
  isNegotiable?(error: unknown): boolean;
  /** Whether this close means that the provider has ended the conversation. */
  isHangUp?(error: ProviderError): boolean;
  onHangUp?(): void;
  /** Whether the provider is allowed not to answer the last turn. */
  mayStaySilent?(): boolean;
  /** The provider has not answered the last turn. */
  onUnanswered?(): void;
}

export interface ProviderSessionOptions {
  core: EngineCore;
  clock: Clock;
  provider: ProviderName;
  /** Kept out of every message. */
  secret?: string | undefined;
  /** The longest wait for the next part of an answer. */
  patienceMs: number;
  /** Whether the provider allows a second connection beside the first, so that it can be replaced without a gap. */
  spareAllowed: boolean;
  /** Silence is sent after so long without audio from the user; absent when the provider does not need it. */
  keepAliveMs?: number;
  protocol: ProviderProtocol;
}

interface OpenedConnection {
  socket: ProviderSocket;
  /** The provider has restored a saved state on it. */
  resumed: boolean;
}

/** After so many failures that the saved state may have caused, it is no longer used. */
const MAX_RESUMPTION_FAILURES = 3;
const KEEP_ALIVE_SAMPLES = 2400;

/**
 * One conversation with its provider: the connection, a spare one, the user's audio, and the answer that is due. States
 * and transitions are in `session-transitions.ts`; this class carries out the commands.
 */
export class ProviderSession {
  readonly #options: ProviderSessionOptions;
  readonly #protocol: ProviderProtocol;
  readonly #clock: Clock;
  readonly #sound = new UserSound();
  #state: SessionState = NEW_SESSION;
  #connection: ProviderSocket | undefined;
  #spare: OpenedConnection | undefined;
  /** Opened, but not in use yet. */
  #arrived: OpenedConnection | undefined;
  #opening: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #isFirst = true;
  /** Why the last attempt failed or the connection was lost. */
  #error: ProviderError | undefined;
  /** The state that the provider saved, and the newest entry of the history that it holds. */
  #saved: { handle: string; lastId: string | undefined } | undefined;
  #resumptionFailures = 0;
  #repeat: (() => void) | undefined;
  #heardOfAtMs = 0;
  readonly #timers = new Map<'attempt' | 'answer' | 'near' | 'reached' | 'alive', () => void>();

  constructor(options: ProviderSessionOptions) {
    this.#options = options;
    this.#protocol = options.protocol;
    this.#clock = options.clock;
  }

  /** Rejects with a `ProviderError`: at once when a retry cannot help, otherwise after a few attempts. */
  open(): Promise<void> {
    if (this.#state.connection !== 'unopened')
      return Promise.reject(new Error('started twice, or closed before'));
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      this.#dispatch('open');
    });
  }

  async close(): Promise<void> {
    const sockets = [this.#connection, this.#spare?.socket, this.#arrived?.socket].filter(
      (socket) => !!socket,
    );
    this.#dispatch('close');
    await Promise.all(sockets.map((socket) => socket.close()));
  }

  /** The connection in use; none while one is being made. Compare by identity to detect a replacement. */
  get connection(): ProviderSocket | undefined {
    return this.#connection;
  }

  /** The last entry of the history that a restored state holds. */
  get savedUpTo(): string | undefined {
    return this.#saved?.lastId;
  }

  /** An answer was requested and no part of it has arrived. */
  get answerDue(): boolean {
    return this.#state.answer === 'due';
  }

  /** The provider limits the rate of requests, and the request waits. */
  get isPostponed(): boolean {
    return this.#state.answer === 'postponed';
  }

  /** False when there is no connection, or it is being closed. */
  send(message: object): boolean {
    if (!this.#connection?.isOpen) return false;
    this.#connection.send(message);
    return true;
  }

  /** The provider was asked for an answer. */
  asked(): void {
    this.#dispatch('asked');
  }

  /** A part of the answer has arrived. */
  answered(): void {
    this.#dispatch('answered');
  }

  /** No answer is due any more: it was interrupted, or ended without words. */
  settled(): void {
    this.#dispatch('settled');
  }

  /** The user's new turn replaces an answer that was lost. */
  superseded(): void {
    this.#dispatch('superseded');
  }

  /**
   * The provider limits the rate of requests: `repeat` is called in `delayMs`, unless the user starts a new turn or the
   * connection is lost.
   */
  postpone(delayMs: number, repeat: () => void): void {
    this.#repeat = repeat;
    this.#dispatch('postponed');
    if (this.#state.answer === 'postponed') this.#wait('answer', delayMs, 'wait_over');
  }

  /**
   * The provider will close the connection: it is replaced in a pause after `nearMs`, and at the latest after
   * `reachedMs`.
   */
  expires({ nearMs, reachedMs }: { nearMs: number; reachedMs: number }): void {
    this.#wait('reached', reachedMs, 'expiry_reached');
    if (nearMs > 0) this.#wait('near', nearMs, 'expiry_near');
    else this.#dispatch('expiry_near');
  }

  /** Nobody speaks any more: an expiring connection may be replaced now. */
  paused(): void {
    if (this.#state.connection === 'expiring' && this.#protocol.isPause?.()) this.#dispatch('pause');
  }

  /** The provider has saved the state of the conversation under this name. */
  resumable(handle: string): void {
    this.#saved = { handle, lastId: this.#options.core.history.lastId };
  }

  /** Cuts a connection that the provider has abandoned or does not answer on; another one is opened. */
  cutConnection(): void {
    this.#connection?.abandon();
  }

  /** The user's audio, mono, 24 kHz. It is buffered when it cannot be sent now. */
  pushSound(pcm: Int16Array): void {
    if (!this.#connection || this.#protocol.holdsSound?.()) this.#sound.wait(pcm);
    else this.#sendSound(pcm);
  }

  /** Sends the buffered audio. */
  flushSound(): void {
    if (!this.#connection || this.#protocol.holdsSound?.()) return;
    for (const pcm of this.#sound.take()) this.#sendSound(pcm);
  }

  /**
   * What the user has said so far was answered or transcribed: its audio need not be sent again on another connection.
   */
  soundAnswered(): void {
    this.#sound.answered();
  }

  #sendSound(pcm: Int16Array): void {
    this.#sound.sent(pcm);
    const message = this.#protocol.encodeSound(pcm);
    if (!message) return;
    const { core, provider } = this.#options;
    if (this.#connection?.sendAudio(message) === false) {
      core.warn(`The connection to ${provider.name} is too slow: some of the user's audio was dropped`);
    }
    this.#keepAlive();
  }

  /** A muted microphone must not end the conversation. */
  #keepAlive(): void {
    const { keepAliveMs } = this.#options;
    if (keepAliveMs === undefined) return;
    this.#stop('alive');
    const cancel = this.#clock.after(keepAliveMs, () => this.#sendSound(new Int16Array(KEEP_ALIVE_SAMPLES)));
    this.#timers.set('alive', cancel);
  }

  #dispatch(event: SessionEvent, told: { error?: ProviderError; hungUp?: boolean } = {}): void {
    const nowMs = this.#clock.now();
    const { spareAllowed, patienceMs } = this.#options;
    this.#error = told.error ?? this.#error;
    const { state, commands } = nextSession(this.#state, event, {
      nowMs,
      spareAllowed,
      underWay: this.#protocol.underWay(),
      silenceAllowed: this.#protocol.mayStaySilent?.() === true && nowMs - this.#heardOfAtMs < patienceMs,
      ...told,
    });
    this.#state = state;
    for (const command of commands) this.#carryOut(command);
  }

  #carryOut(command: SessionCommand): void {
    const { core, provider, patienceMs } = this.#options;
    switch (command) {
      case 'schedule_attempt': {
        const delays = this.#state.connection === 'opening' ? OPENING_DELAYS_MS : RESTORING_DELAYS_MS;
        const delayMs = delays[this.#state.attempts - 1] ?? 0;
        if (delayMs > 0) this.#wait('attempt', delayMs, 'attempt_due');
        else this.#dispatch('attempt_due');
        break;
      }
      case 'connect':
        void this.#attempt();
        break;
      case 'adopt':
        if (this.#arrived) this.#adopt(this.#arrived);
        break;
      case 'take_spare':
        this.#takeSpare();
        break;
      case 'open_spare':
        void this.#openSpare();
        break;
      case 'leave':
        this.#leave();
        break;
      case 'report_lost':
        core.count(this.#error);
        core.warn(`${this.#error?.message}; reconnecting`);
        break;
      case 'close_connection':
        void this.#closeConnection();
        break;
      case 'cut_connection':
        this.cutConnection();
        break;
      case 'check_for_pause':
        this.paused();
        break;
      case 'refuse':
        core.count(this.#error);
        this.#opening?.reject(this.#error!);
        break;
      case 'fail':
        core.fail(this.#error!);
        break;
      case 'fail_silent':
        core.fail(new ProviderError(provider, 'timeout', 'no answer, twice'));
        break;
      case 'hang_up':
        this.#stopAll();
        this.#connection = undefined;
        this.#protocol.onHangUp?.();
        break;
      case 'start_watch':
        this.#wait('answer', patienceMs, 'silent');
        break;
      // `postpone` starts this timer, because it knows the delay.
      case 'start_wait':
      case 'stop_watch':
        this.#stop('answer');
        break;
      case 'repeat_request':
        this.#repeat?.();
        break;
      case 'report_unanswered':
        this.#protocol.onUnanswered?.();
        break;
      case 'close_all':
        this.#stopAll();
        this.#connection = undefined;
        this.#spare = undefined;
        this.#opening?.reject(new Error('closed while connecting'));
        break;
      default:
        command satisfies never;
    }
  }

  async #attempt(): Promise<void> {
    try {
      this.#arrived = await this.#connect();
    } catch (error) {
      this.#dispatch('open_failed', { error: error as ProviderError });
      return;
    }
    if (this.#state.connection === 'closed') await this.#arrived.socket.close();
    else this.#dispatch('opened');
  }

  async #openSpare(): Promise<void> {
    try {
      const spare = await this.#connect();
      if (this.#state.connection === 'closed') {
        await spare.socket.close();
        return;
      }
      this.#spare = spare;
      this.#dispatch('spare_opened');
    } catch {
      this.#dispatch('spare_failed');
    }
  }

  /** Opens a connection and waits until the provider confirms it. The history is sent only once it is in use. */
  async #connect(): Promise<OpenedConnection> {
    const { core, clock, provider, secret } = this.#options;
    const handle = this.#saved?.handle;
    let socket: ProviderSocket | undefined;
    let early: ProviderError | undefined;
    let saidHello = false;
    try {
      const { hello, ...request } = await this.#protocol.request(handle);
      socket = await openConnection(
        {
          ...request,
          provider,
          secret,
          clock,
          core,
          hello: () => {
            saidHello = true;
            return hello();
          },
          onMessage: (message, connection) => {
            this.#heardOfAtMs = clock.now();
            this.#protocol.receive(
              message,
              connection,
              connection.socket !== undefined && connection.socket === this.#connection,
            );
          },
        },
        (error) => {
          if (socket) this.#onClosed(socket, error);
          else early = error;
        },
      );
    } catch (error) {
      if (this.#protocol.isNegotiable?.(error)) return this.#connect();
      // A provider that was not reached has not refused the saved state.
      if (!saidHello || !handle || !this.#giveUpSaved(error)) throw error;
      return this.#connect();
    }
    if (early) throw early;
    this.#resumptionFailures = 0;
    return { socket, resumed: handle !== undefined };
  }

  /**
   * True when the provider no longer has the saved state: the history is sent instead. Other errors may be caused by it
   * as well.
   */
  #giveUpSaved(error: unknown): boolean {
    const kind = error instanceof ProviderError ? error.kind : undefined;
    if (kind === 'auth' || kind === 'quota') return false;
    if (kind !== 'rejected' && ++this.#resumptionFailures < MAX_RESUMPTION_FAILURES) return false;
    this.#saved = undefined;
    return true;
  }

  #onClosed(socket: ProviderSocket, error: ProviderError): void {
    if (socket === this.#spare?.socket) {
      this.#spare = undefined;
      this.#dispatch('spare_lost');
    } else if (socket === this.#connection) {
      this.#connection = undefined;
      this.#dispatch('lost', { error, hungUp: this.#protocol.isHangUp?.(error) === true });
    }
  }

  #leave(): void {
    this.#sound.lost();
    this.#stop('near');
    this.#stop('reached');
    this.#stop('alive');
    this.#protocol.left();
  }

  #takeSpare(): void {
    const before = this.#connection;
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare) this.#adopt(spare);
    void before?.close();
  }

  #adopt({ socket, resumed }: OpenedConnection): void {
    const isFirst = this.#isFirst;
    const answerLost = this.#state.answer === 'lost';
    this.#isFirst = false;
    this.#arrived = undefined;
    this.#connection = socket;
    this.#dispatch('adopted');
    this.#keepAlive();
    this.#protocol.replay({ isFirst, resumed });
    this.flushSound();
    this.#protocol.adopted(answerLost);
    this.#opening?.resolve();
    this.#opening = undefined;
  }

  async #closeConnection(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
    this.#dispatch('attempt_due');
  }

  #wait(name: 'attempt' | 'answer' | 'near' | 'reached', delayMs: number, event: SessionEvent): void {
    this.#stop(name);
    this.#timers.set(
      name,
      this.#clock.after(delayMs, () => {
        this.#timers.delete(name);
        this.#dispatch(event);
      }),
    );
  }

  #stop(name: 'attempt' | 'answer' | 'near' | 'reached' | 'alive'): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  #stopAll(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }
}
