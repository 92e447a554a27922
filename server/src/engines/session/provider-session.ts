import type { Clock } from '../../lib/clock.ts';
import type { EngineCore } from '../engine-core.ts';
import { ProviderError, type ProviderName } from '../provider-error.ts';
import { type LineRequest, type OpeningLine, openLine } from './provider-line.ts';
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

/** What is a vendor's own: its messages, and what it has under way. */
export interface ProviderProtocol {
  /** Where to open a line, and what is said first. `handle` names a state that the line is to take up again. */
  request(handle: string | undefined): LineRequest | Promise<LineRequest>;
  /** A message of the line in use (`isCurrent`), or of one that is being opened. */
  receive(message: Record<string, unknown>, line: OpeningLine, isCurrent: boolean): void;
  /** The message for sound of the user: mono, 24 kHz. Absent where the sound is too short to be sent. */
  encodeSound(pcm: Int16Array): object | undefined;
  /** True while the provider would refuse sound: it waits then. */
  holdsSound?(): boolean;
  /** What would be cut off if the line went away now. */
  underWay(): SessionContext['underWay'];
  /** The line is gone or about to be left: what was under way on it is laid down. */
  left(): void;
  /** There is a new line: it is told what was said. `resumed`: it has taken up a saved state. */
  replay(line: { isFirst: boolean; resumed: boolean }): void;
  /** After `replay` and the sound that waited. `answerLost`: an answer that is owed has to be asked for again. */
  adopted(answerLost: boolean): void;
  /** Whether nobody speaks and nothing is owed. Needed where lines are changed. */
  isPause?(): boolean;
  /** The line was refused. True: the protocol asks for less now, and is to be tried again at once. */
  isNegotiable?(error: unknown): boolean;
  /** Whether this close means that the provider has ended the conversation. */
  isHangUp?(error: ProviderError): boolean;
  onHangUp?(): void;
  /** Whether the provider may leave what it heard last without an answer. */
  mayStaySilent?(): boolean;
  /** It has. */
  onUnanswered?(): void;
}

export interface ProviderSessionOptions {
  core: EngineCore;
  clock: Clock;
  provider: ProviderName;
  /** Kept out of every message. */
  secret?: string | undefined;
  /** How long nothing of an answer may come. */
  patienceMs: number;
  /** Whether the provider allows a second line beside the first, to change without a gap. */
  spareAllowed: boolean;
  /** Silence is sent where the user has sent no sound for so long; absent where the provider needs none. */
  keepAliveMs?: number;
  protocol: ProviderProtocol;
}

interface Connection {
  socket: ProviderSocket;
  /** It has taken up a saved state. */
  resumed: boolean;
}

/** After so many failures that may have been the fault of the saved state, it is given up. */
const MAX_RESUMPTION_FAILURES = 3;
const KEEP_ALIVE_SAMPLES = 2400;

/**
 * The connection of one conversation to its provider: line, spare line, the sound of the user, and the answer that is
 * owed. Its states and transitions are in `session-transitions.ts`; this carries out the commands.
 */
export class ProviderSession {
  readonly #options: ProviderSessionOptions;
  readonly #protocol: ProviderProtocol;
  readonly #clock: Clock;
  readonly #sound = new UserSound();
  #state: SessionState = NEW_SESSION;
  #line: ProviderSocket | undefined;
  #spare: Connection | undefined;
  /** Opened, and not yet the line in use. */
  #arrived: Connection | undefined;
  #opening: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #isFirst = true;
  /** Why the last attempt failed or the line was lost. */
  #error: ProviderError | undefined;
  /** A state that the provider has saved, and the newest that was said by then. */
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

  /** Rejects with a `ProviderError`: at once where a repetition cannot help, else after a few attempts. */
  open(): Promise<void> {
    if (this.#state.line !== 'unopened') return Promise.reject(new Error('started twice, or closed before'));
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      this.#dispatch('open');
    });
  }

  async close(): Promise<void> {
    const sockets = [this.#line, this.#spare?.socket, this.#arrived?.socket].filter((socket) => !!socket);
    this.#dispatch('close');
    await Promise.all(sockets.map((socket) => socket.close()));
  }

  /** The connection in use; none while one is being made. Another object is another line. */
  get line(): ProviderSocket | undefined {
    return this.#line;
  }

  /** Entries of the history up to this one are known to the line, where it has taken up a saved state. */
  get savedUpTo(): string | undefined {
    return this.#saved?.lastId;
  }

  /** An answer was asked for, and nothing of it has come. */
  get answerDue(): boolean {
    return this.#state.answer === 'due';
  }

  /** The provider asked for patience, and the request waits. */
  get isPostponed(): boolean {
    return this.#state.answer === 'postponed';
  }

  /** False where there is no line, or it is being closed. */
  send(message: object): boolean {
    if (!this.#line?.isOpen) return false;
    this.#line.send(message);
    return true;
  }

  /** The provider was asked for an answer. */
  asked(): void {
    this.#dispatch('asked');
  }

  /** Something of the answer has come. */
  answered(): void {
    this.#dispatch('answered');
  }

  /** No answer is owed any more: it was interrupted, or ended without words. */
  settled(): void {
    this.#dispatch('settled');
  }

  /** What the user says now takes the place of an answer that was lost. */
  superseded(): void {
    this.#dispatch('superseded');
  }

  /** The provider asked for patience: `repeat` is called in `delayMs`, unless the user goes on to something else or the line is lost. */
  postpone(delayMs: number, repeat: () => void): void {
    this.#repeat = repeat;
    this.#dispatch('postponed');
    if (this.#state.answer === 'postponed') this.#wait('answer', delayMs, 'patience_over');
  }

  /** The provider will end the line: it is changed in a pause after `nearMs`, and at the latest after `reachedMs`. */
  expires({ nearMs, reachedMs }: { nearMs: number; reachedMs: number }): void {
    this.#wait('reached', reachedMs, 'expiry_reached');
    if (nearMs > 0) this.#wait('near', nearMs, 'expiry_near');
    else this.#dispatch('expiry_near');
  }

  /** Nobody speaks any more: perhaps the line is to be changed. */
  paused(): void {
    if (this.#state.line === 'expiring' && this.#protocol.isPause?.()) this.#dispatch('pause');
  }

  /** The provider has saved the state of the conversation under this name. */
  resumable(handle: string): void {
    this.#saved = { handle, lastId: this.#options.core.history.lastId };
  }

  /** Cuts the line, which the provider has given up or does not serve; another is opened. */
  cutLine(): void {
    this.#line?.abandon();
  }

  /** Sound of the user, mono, 24 kHz. It waits where it cannot be sent now. */
  pushSound(pcm: Int16Array): void {
    if (!this.#line || this.#protocol.holdsSound?.()) this.#sound.wait(pcm);
    else this.#sendSound(pcm);
  }

  /** Sends what waited. */
  flushSound(): void {
    if (!this.#line || this.#protocol.holdsSound?.()) return;
    for (const pcm of this.#sound.take()) this.#sendSound(pcm);
  }

  /** What the user has said until now was answered or written down: it need not be heard again on another line. */
  soundAnswered(): void {
    this.#sound.answered();
  }

  #sendSound(pcm: Int16Array): void {
    this.#sound.sent(pcm);
    const message = this.#protocol.encodeSound(pcm);
    if (!message) return;
    const { core, provider } = this.#options;
    if (this.#line?.sendAudio(message) === false) {
      core.warn(`The connection to ${provider.name} is too slow: sound of the user was left out`);
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
        const delays = this.#state.line === 'opening' ? OPENING_DELAYS_MS : RESTORING_DELAYS_MS;
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
      case 'tell_lost':
        core.warn(`${this.#error?.message}; reconnecting`);
        break;
      case 'close_line':
        void this.#closeLine();
        break;
      case 'cut_line':
        this.cutLine();
        break;
      case 'look_for_pause':
        this.paused();
        break;
      case 'refuse':
        this.#opening?.reject(this.#error!);
        break;
      case 'fail':
        core.fail(this.#error!.message);
        break;
      case 'fail_silent':
        core.fail(new ProviderError(provider, 'timeout', 'no answer, twice').message);
        break;
      case 'hang_up':
        this.#stopAll();
        this.#line = undefined;
        this.#protocol.onHangUp?.();
        break;
      case 'start_watch':
        this.#wait('answer', patienceMs, 'silent');
        break;
      // The timer needs its delay: `postpone` starts it.
      case 'start_patience':
      case 'stop_watch':
        this.#stop('answer');
        break;
      case 'repeat_request':
        this.#repeat?.();
        break;
      case 'tell_unanswered':
        this.#protocol.onUnanswered?.();
        break;
      case 'close_all':
        this.#stopAll();
        this.#line = undefined;
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
    if (this.#state.line === 'closed') await this.#arrived.socket.close();
    else this.#dispatch('opened');
  }

  async #openSpare(): Promise<void> {
    try {
      const spare = await this.#connect();
      if (this.#state.line === 'closed') {
        await spare.socket.close();
        return;
      }
      this.#spare = spare;
      this.#dispatch('spare_opened');
    } catch {
      this.#dispatch('spare_failed');
    }
  }

  /** One connection that the provider has confirmed; it is told nothing of the conversation before it is in use. */
  async #connect(): Promise<Connection> {
    const { core, clock, provider, secret } = this.#options;
    const handle = this.#saved?.handle;
    let socket: ProviderSocket | undefined;
    let early: ProviderError | undefined;
    let saidHello = false;
    try {
      const { hello, ...request } = await this.#protocol.request(handle);
      socket = await openLine(
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
          onMessage: (message, line) => {
            this.#heardOfAtMs = clock.now();
            this.#protocol.receive(message, line, line.socket !== undefined && line.socket === this.#line);
          },
        },
        (error) => {
          if (socket) this.#onClosed(socket, error);
          else early = error;
        },
      );
    } catch (error) {
      if (this.#protocol.isNegotiable?.(error)) return this.#connect();
      // A provider that was not reached has said nothing about the state.
      if (!saidHello || !handle || !this.#giveUpSaved(error)) throw error;
      return this.#connect();
    }
    if (early) throw early;
    this.#resumptionFailures = 0;
    return { socket, resumed: handle !== undefined };
  }

  /** True where the provider no longer keeps the saved state: what was said is told anew. Other faults may be its fault, too. */
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
    } else if (socket === this.#line) {
      this.#line = undefined;
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
    const before = this.#line;
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare) this.#adopt(spare);
    void before?.close();
  }

  #adopt({ socket, resumed }: Connection): void {
    const isFirst = this.#isFirst;
    const answerLost = this.#state.answer === 'lost';
    this.#isFirst = false;
    this.#arrived = undefined;
    this.#line = socket;
    this.#dispatch('adopted');
    this.#keepAlive();
    this.#protocol.replay({ isFirst, resumed });
    this.flushSound();
    this.#protocol.adopted(answerLost);
    this.#opening?.resolve();
    this.#opening = undefined;
  }

  async #closeLine(): Promise<void> {
    const line = this.#line;
    this.#line = undefined;
    await line?.close();
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
