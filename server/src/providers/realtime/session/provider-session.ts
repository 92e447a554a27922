import type { Clock } from '../../../lib/clock.ts';
import { PATIENCE, USER_PATIENCE } from '../../patience.ts';
import { ProviderError } from '../../provider-error.ts';
import type { ProviderSocket } from '../../provider-socket.ts';
import { NamedTimers } from './named-timers.ts';
import { openConnection } from './provider-connection.ts';
import type { ProviderProtocol, ProviderSessionOptions } from './provider-protocol.ts';
import { SavedState } from './saved-state.ts';
import { OPENING_DELAYS_MS, RESTORING_DELAYS_MS } from './session-conditions.ts';
import { NEW_SESSION, type SessionCommand, type SessionEvent, type SessionState } from './session-states.ts';
import { nextSession } from './session-table.ts';
import { UserSound } from './user-sound.ts';

interface OpenedConnection {
  socket: ProviderSocket;
  /** Whether the provider has restored a saved state on it. */
  resumed: boolean;
}

const KEEP_ALIVE_SAMPLES = 2400;
/** Most time of an attempt to make the first connection, so that another one can be made before the user is told. */
const OPENING_ATTEMPT_MS = 5_000;
/** Least time of one that begins when the time is nearly up. */
const LAST_ATTEMPT_MS = 1_000;

/**
 * One conversation with its provider: the connection, the user's audio, and the answer that is due. States and
 * transitions are in `session-transitions.ts`; this class executes the commands.
 */
export class ProviderSession {
  readonly #options: ProviderSessionOptions;
  readonly #protocol: ProviderProtocol;
  readonly #clock: Clock;
  readonly #sound = new UserSound();
  #state: SessionState = NEW_SESSION;
  #connection: ProviderSocket | undefined;
  /** Opened, but not in use yet. */
  #arrived: OpenedConnection | undefined;
  #opening: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #isFirst = true;
  /** Why the last attempt failed or the connection was lost. */
  #error: ProviderError | undefined;
  readonly #saved = new SavedState();
  #repeat: (() => void) | undefined;
  #heardOfAtMs = 0;
  readonly #timers: NamedTimers<'attempt' | 'answer' | 'near' | 'reached' | 'alive'>;

  constructor(options: ProviderSessionOptions) {
    this.#options = options;
    this.#protocol = options.protocol;
    this.#clock = options.core.clock;
    this.#timers = new NamedTimers(this.#clock);
  }

  /** Rejects with a `ProviderError`: at once if a retry cannot help, otherwise after a few attempts. */
  open(): Promise<void> {
    if (this.#state.connection !== 'unopened')
      return Promise.reject(new Error('the engine was started twice or after it was closed'));
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      this.#dispatch('open');
    });
  }

  async close(): Promise<void> {
    const sockets = [this.#connection, this.#arrived?.socket].filter((socket) => !!socket);
    this.#dispatch('close');
    await Promise.all(sockets.map((socket) => socket.close()));
  }

  /** The connection in use; `undefined` while one is being opened. Compare by identity to detect a replacement. */
  get connection(): ProviderSocket | undefined {
    return this.#connection;
  }

  /** The id of the last history entry that a restored state contains. */
  get savedUpTo(): string | undefined {
    return this.#saved.current?.lastId;
  }

  /** Whether an answer was requested and no part of it has arrived. */
  get answerDue(): boolean {
    return this.#state.answer === 'due';
  }

  get isPostponed(): boolean {
    return this.#state.answer === 'postponed';
  }

  /** Returns false if there is no connection, or if it is being closed. */
  send(message: object): boolean {
    if (!this.#connection?.isOpen) return false;
    this.#connection.send(message);
    return true;
  }

  asked(): void {
    this.#dispatch('asked');
  }

  /** A part of the answer has arrived; the next one is awaited until `settled`. */
  answered(): void {
    this.#dispatch('answered');
  }

  /** Stops waiting for an answer: it is complete or was interrupted, or a tool or thinking takes time. */
  settled(): void {
    this.#dispatch('settled');
  }

  /** The user's new turn replaces an answer that was lost. */
  superseded(): void {
    this.#dispatch('superseded');
  }

  /**
   * The provider limits the rate of requests: calls `repeat` after `delayMs`, unless the user starts a new turn or the
   * connection is lost.
   */
  postpone(delayMs: number, repeat: () => void): void {
    this.#repeat = repeat;
    this.#dispatch('postponed');
    if (this.#state.answer === 'postponed') this.#wait('answer', delayMs, 'wait_over');
  }

  /**
   * The provider will close the connection: it is replaced in a pause after `nearMs`, or after `reachedMs` at the
   * latest.
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

  /** The provider has saved the state of the conversation as `handle`. */
  resumable(handle: string): void {
    this.#saved.current = { handle, lastId: this.#options.core.history.lastId };
  }

  /** Cuts a connection that the provider has abandoned or does not answer on; another one is opened. */
  cutConnection(): void {
    this.#connection?.abandon();
  }

  /** Takes the user's audio, mono, 24 kHz, and buffers it if it cannot be sent now. */
  pushSound(pcm: Int16Array): void {
    if (!this.#connection || this.#protocol.holdsSound?.()) this.#sound.wait(pcm);
    else this.#sendSound(pcm);
  }

  /** Sends the buffered audio. */
  flushSound(): void {
    if (!this.#connection || this.#protocol.holdsSound?.()) return;
    for (const pcm of this.#sound.take()) this.#sendSound(pcm);
  }

  /** The user's words so far were answered or transcribed: their audio need not be sent again. */
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

  /** Sends silence if there is no audio, because a muted microphone must not end the conversation. */
  #keepAlive(): void {
    const { keepAliveMs } = this.#options;
    if (keepAliveMs === undefined) return;
    this.#timers.start('alive', keepAliveMs, () => this.#sendSound(new Int16Array(KEEP_ALIVE_SAMPLES)));
  }

  #dispatch(event: SessionEvent, facts: { error?: ProviderError; hungUp?: boolean } = {}): void {
    const nowMs = this.#clock.now();
    const { patienceMs } = this.#options;
    const openingMs = this.#openingMs;
    this.#error = facts.error ?? this.#error;
    const { state, commands } = nextSession(this.#state, event, {
      nowMs,
      openingMs,
      inProgress: this.#protocol.inProgress(),
      silenceAllowed: this.#protocol.mayStaySilent?.() === true && nowMs - this.#heardOfAtMs < patienceMs,
      ...facts,
    });
    this.#state = state;
    for (const command of commands) this.#carryOut(command);
  }

  #carryOut(command: SessionCommand): void {
    const { core, provider } = this.#options;
    switch (command) {
      case 'schedule_attempt': {
        const delays = this.#state.connection === 'opening' ? OPENING_DELAYS_MS : RESTORING_DELAYS_MS;
        const delayMs = delays[this.#state.attempts - 1] ?? 0;
        if (delayMs > 0) this.#wait('attempt', delayMs, 'attempt_due');
        else this.#dispatch('attempt_due');
        break;
      }
      case 'connect':
        core.failOnRejection(this.#attempt());
        break;
      case 'adopt':
        if (this.#arrived) this.#adopt(this.#arrived);
        break;
      case 'leave':
        this.#leave();
        break;
      case 'report_lost':
        core.count(this.#error);
        core.warn(`${this.#error?.message}; reconnecting`);
        // The user waits for the rest of the answer.
        if (this.#state.answer === 'lost') core.emit({ type: 'thinking' });
        break;
      case 'close_connection':
        core.failOnRejection(this.#closeConnection());
        break;
      case 'cut_connection':
        this.cutConnection();
        break;
      case 'check_for_pause':
        this.paused();
        break;
      // Whoever starts the engine counts it.
      case 'refuse':
        this.#opening?.reject(this.#error!);
        break;
      case 'fail':
        core.fail(this.#error!);
        break;
      case 'fail_silent':
        core.fail(new ProviderError(provider, 'timeout', 'no answer to two consecutive requests'));
        break;
      case 'hang_up':
        this.#timers.stop();
        this.#connection = undefined;
        this.#protocol.onHangUp?.();
        break;
      case 'start_watch':
        this.#wait('answer', this.#silenceMs, 'silent');
        break;
      // `postpone` starts this timer, because it knows the delay.
      case 'start_wait':
      case 'stop_watch':
        this.#timers.stop('answer');
        break;
      case 'repeat_request':
        this.#repeat?.();
        break;
      case 'report_unanswered':
        this.#protocol.onUnanswered?.();
        break;
      case 'close_all':
        this.#timers.stop();
        this.#connection = undefined;
        this.#opening?.reject(new Error('the conversation ended while connecting'));
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

  /** How long the provider may send nothing: less in the middle of an utterance, which the user hears stop. */
  get #silenceMs(): number {
    const { core, patienceMs } = this.#options;
    return core.utterances.openId === undefined ? patienceMs : Math.min(patienceMs, PATIENCE.llm.nextMs);
  }

  get #openingMs(): number {
    return this.#options.openingMs ?? USER_PATIENCE.giveUpMs;
  }

  /** How long the next attempt to connect may take, where somebody may be waiting for it in silence. */
  get #attemptMs(): number | undefined {
    const { connection, attemptsSinceMs } = this.#state;
    if (connection !== 'opening') return undefined;
    const leftMs = attemptsSinceMs + this.#openingMs - this.#clock.now();
    return Math.min(OPENING_ATTEMPT_MS, Math.max(leftMs, LAST_ATTEMPT_MS));
  }

  /** Opens a connection and waits until the provider confirms it. The history is sent only once it is in use. */
  async #connect(): Promise<OpenedConnection> {
    const { core, provider, secret } = this.#options;
    const handle = this.#saved.current?.handle;
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
          core,
          timeoutMs: this.#attemptMs,
          hello: () => {
            saidHello = true;
            return hello();
          },
          onMessage: (message, connection) => {
            this.#heardOfAtMs = this.#clock.now();
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
      // A provider that could not be reached has not refused the saved state.
      if (!saidHello || !handle || !this.#saved.givesUpAfter(error)) throw error;
      return this.#connect();
    }
    if (early) throw early;
    this.#saved.worked();
    return { socket, resumed: handle !== undefined };
  }

  #onClosed(socket: ProviderSocket, error: ProviderError): void {
    if (socket === this.#connection) {
      this.#connection = undefined;
      this.#dispatch('lost', { error, hungUp: this.#protocol.isHangUp?.(error) === true });
    }
  }

  #leave(): void {
    this.#sound.lost();
    this.#timers.stop('near', 'reached', 'alive');
    this.#protocol.onDisconnected();
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
    if (this.#state.connection === 'restoring') this.#carryOut('schedule_attempt');
  }

  #wait(name: 'attempt' | 'answer' | 'near' | 'reached', delayMs: number, event: SessionEvent): void {
    this.#timers.start(name, delayMs, () => this.#dispatch(event));
  }
}
