import { randomUUID } from 'node:crypto';
import { encodeMuLaw } from '../../../audio/mu-law.ts';
import { pcmToBase64 } from '../../../audio/pcm.ts';
import { Resampler } from '../../../audio/resampler.ts';
import { MICROPHONE_RATE } from '../../../audio/sample-rates.ts';
import type { Engine, EngineFactory, EngineHost } from '../../../engines/engine.ts';
import { EngineCore } from '../../../engines/engine-core.ts';
import {
  describeMemories,
  forgetRequest,
  greetingRequest,
  interruptionNote,
  RESUME_REQUEST,
  wrapUpRequest,
} from '../../../engines/instructions.ts';
import { kindOfCodes, kindOfText, ProviderError } from '../../provider-error.ts';
import { vendorWith } from '../provider.ts';
import type { OpeningConnection } from '../session/provider-connection.ts';
import { ProviderSession } from '../session/provider-session.ts';
import { type AudioFormat, type ElevenLabsEvent, readElevenLabsEvent } from './elevenlabs-messages.ts';
import { ELEVENLABS } from './elevenlabs-offer.ts';
import { ElevenLabsOpening, type ElevenLabsOptions } from './elevenlabs-opening.ts';
import { ElevenLabsTurns } from './elevenlabs-turns.ts';

const PATIENCE_MS = 30_000;
/** ElevenLabs ends a conversation that gets no audio of the user for a minute. */
const KEEP_ALIVE_MS = 20_000;
/** How long the user's audio is held back to wait for the greeting request. */
const GREETING_MS = 1500;
const MAX_DURATION = /max.?duration/i;
/** Values of `error_type` that recur at every attempt. */
const CANNOT_MEND: ReadonlySet<string> = new Set([
  'override_error',
  'missing_dynamic_variable',
  'missing_fields',
  'invalid_message',
  'value_error',
]);
const PCM_16 = { encoding: 'pcm', sampleRate: 16_000 } as const;

/** Creates an engine for an agent that runs at ElevenLabs (`remoteId`), or on a server with its protocol. */
export function createElevenLabsEngine(options: ElevenLabsOptions): EngineFactory {
  return (host) => new ElevenLabsEngine(host, options);
}

/**
 * The agent greets as soon as the conversation is opened. So `start` only checks that it can be opened, and the first
 * request that needs the agent opens it, usually the greeting.
 */
class ElevenLabsEngine implements Engine {
  readonly hears = true;
  readonly #options: ElevenLabsOptions;
  readonly #core: EngineCore;
  readonly #session: ProviderSession;
  readonly #turns: ElevenLabsTurns;
  readonly #opening: ElevenLabsOpening;
  #state: 'new' | 'ready' | 'opened' = 'new';
  /** Whether the agent has talked for as long as its settings allow. */
  #isOverTime = false;
  #output: AudioFormat = PCM_16;
  #input: AudioFormat = PCM_16;
  #resampler = new Resampler(MICROPHONE_RATE, PCM_16.sampleRate);
  /** Callbacks to run when there is a connection. */
  readonly #pending: (() => void)[] = [];
  /** Callbacks to run when the agent has finished speaking. */
  readonly #later: (() => void)[] = [];
  #waitingMs = 0;
  /** Whether the agent may leave the last words it heard unanswered. */
  #mayStaySilent = false;

  constructor(host: EngineHost, options: ElevenLabsOptions) {
    this.#options = options;
    this.#core = new EngineCore(host, { ...options, onFailed: () => void this.#letGo() });
    this.#opening = new ElevenLabsOpening(this.#core, options);
    this.#turns = new ElevenLabsTurns(this.#core, () => this.#onIdle());
    this.#session = new ProviderSession({
      core: this.#core,
      provider: vendorWith(ELEVENLABS, options),
      secret: options.apiKey,
      openingMs: options.openingMs,
      patienceMs: PATIENCE_MS,
      keepAliveMs: KEEP_ALIVE_MS,
      protocol: {
        request: () => this.#opening.request(),
        receive: (message, connection, isCurrent) => this.#receive(message, connection, isCurrent),
        encodeSound: (pcm) => this.#encodeSound(pcm),
        inProgress: () => (this.#turns.speaking ? 'answer' : 'nothing'),
        onDisconnected: () => this.#reset(),
        replay: ({ isFirst }) => this.#replay(isFirst),
        adopted: (answerLost) => {
          for (const task of this.#pending.splice(0)) task();
          if (answerLost) this.#say(`(${RESUME_REQUEST})`);
        },
        isNegotiable: (error) => this.#opening.dropOverrides(error),
        // The agent ends a conversation by closing it normally, or because of its own limit.
        isHangUp: ({ closeCode, kind, message }) =>
          this.#isOverTime || MAX_DURATION.test(message) || (closeCode === 1000 && kind === 'unreachable'),
        onHangUp: () => {
          this.#turns.finish();
          this.#core.emit({ type: 'end_requested' });
        },
        // An agent may skip its turn and wait for the user (its tool `skip_turn`). It still sends pings.
        mayStaySilent: () => this.#mayStaySilent,
        onUnanswered: () => {
          this.#core.emit({ type: 'unanswered' });
          this.#onIdle();
        },
      },
    });
  }

  async start(): Promise<void> {
    if (this.#core.ended || this.#state !== 'new')
      throw new Error('the engine was started twice or after it was closed');
    if (!this.#core.host.plan.remoteId) {
      throw new Error(
        'an agent of the provider elevenlabs needs "remoteId", the id of the agent at ElevenLabs',
      );
    }
    await this.#opening.check();
    this.#state = 'ready';
  }

  greet(): void {
    if (this.#core.ended) return;
    if (this.#state === 'opened') {
      // The user spoke or typed first, and a conversation that is already open takes no first message.
      this.#whenConnected(() => this.#say(`(${greetingRequest(this.#core.host.plan)})`));
      return;
    }
    this.#core.emit({ type: 'thinking' });
    this.#expectAnswer();
    this.#begin(this.#core.host.plan.greeting?.trim() || undefined);
  }

  pushAudio(pcm: Int16Array): void {
    if (this.#core.ended) return;
    this.#session.pushSound(pcm);
    if (this.#session.connection) return;
    this.#waitingMs += pcm.length / 24;
    // The microphone may open shortly before the greeting is requested; if no request comes, speech opens the
    // conversation.
    if (this.#waitingMs > GREETING_MS) this.#begin('');
  }

  sendText(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    this.#session.superseded();
    this.#core.tools.interrupt();
    this.#turns.cutByUs();
    this.#turns.cut();
    this.#core.history.set(`user_${randomUUID()}`, 'user', text);
    this.#whenConnected(() => this.#say(text));
    this.#begin('');
  }

  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void {
    this.#core.tools.interrupt();
    this.#session.settled();
    this.#session.superseded();
    const { utterances } = this.#core;
    if (heard && utterances.has(heard.utteranceId)) {
      utterances.cut(heard.utteranceId, heard.heardText);
      this.#whenConnected(() => this.#note(interruptionNote(heard.heardText)));
    }
    this.#turns.cut();
  }

  updateContext(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    this.#core.history.set(`note_${randomUUID()}`, 'note', text);
    this.#whenConnected(() => this.#note(text));
  }

  forget(): void {
    this.updateContext(forgetRequest(this.#core.host.plan));
  }

  wrapUp(secondsLeft: number): void {
    if (this.#core.ended) return;
    // A message during an answer would cut it short.
    this.#later.push(() => this.#say(`(${wrapUpRequest(secondsLeft)})`));
    this.#whenConnected(() => this.#onIdle());
    this.#begin('');
  }

  async close(): Promise<void> {
    this.#core.end();
    await this.#letGo();
  }

  #letGo(): Promise<void> {
    this.#turns.end();
    this.#pending.length = 0;
    this.#later.length = 0;
    return this.#session.close();
  }

  /** Opens the conversation. `firstMessage`: empty if the agent should wait, absent if it should say its own. */
  #begin(firstMessage: string | undefined): void {
    if (this.#state !== 'ready') return;
    this.#state = 'opened';
    this.#opening.firstMessage = firstMessage;
    this.#session.open().catch((error: Error) => this.#core.fail(error));
  }

  #whenConnected(task: () => void): void {
    if (this.#session.connection) task();
    else this.#pending.push(task);
  }

  #receive(message: Record<string, unknown>, connection: OpeningConnection, isCurrent: boolean): void {
    const event = readElevenLabsEvent(message);
    if (event === undefined) return;
    if (typeof event === 'string') this.#core.warn(`ElevenLabs sent ${event}`);
    else if (event.type === 'metadata') {
      this.#output = event.output;
      this.#input = event.input;
      this.#resampler = new Resampler(MICROPHONE_RATE, event.input.sampleRate);
      connection.ready();
    } else if (event.type === 'error' && !connection.isReady) connection.refuse(this.#refused(event));
    else if (event.type === 'ping') connection.socket?.send({ type: 'pong', event_id: event.eventId });
    // The first audio may follow the metadata before the connection is in use.
    else if (isCurrent || (connection.isReady && !this.#session.connection)) this.#onEvent(event);
  }

  #onEvent(event: ElevenLabsEvent): void {
    switch (event.type) {
      case 'audio':
        this.#session.answered();
        this.#turns.audio(event, this.#output);
        // The rest of an answer that has begun is awaited for less time.
        if (this.#turns.speaking) this.#session.answered();
        break;
      case 'answer':
        this.#session.answered();
        this.#turns.answer(event.text);
        break;
      case 'answer_complete':
        this.#turns.complete();
        break;
      case 'interruption':
        this.#session.settled();
        this.#turns.interrupted(event.eventId);
        break;
      case 'user_text':
        this.#turns.userText(event.text, event.final);
        if (event.final) {
          this.#session.soundAnswered();
          this.#core.emit({ type: 'thinking' });
          this.#expectAnswer();
          this.#mayStaySilent = true;
        }
        break;
      case 'call':
        this.#session.answered();
        this.#turns.called();
        this.#core.failOnRejection(this.#call(event.callId, event.name, event.args));
        break;
      case 'error':
        this.#onError(event);
        break;
      default:
        break;
    }
  }

  async #call(callId: string, name: string, args: Record<string, unknown>): Promise<void> {
    const { connection } = this.#session;
    const outcome = await this.#core.tools.call(callId, name, args);
    // A cancelled call gets no result, because that would make the agent speak now; the user's next words are answered
    // instead.
    if (!outcome || outcome.cancelled || connection !== this.#session.connection) return;
    const { output: result, failed } = outcome;
    connection?.send({ type: 'client_tool_result', tool_call_id: callId, result, is_error: failed });
    if (!outcome.silent) this.#expectAnswer();
    else if (!this.#turns.speaking && name === 'end_conversation') this.#core.answerFinished();
  }

  #onError(event: ElevenLabsEvent & { type: 'error' }): void {
    const error = this.#refused(event);
    if (MAX_DURATION.test(`${event.code} ${event.message}`)) {
      // The connection is closed next; its close code does not matter.
      this.#isOverTime = true;
      this.#core.warn(
        'The agent at ElevenLabs hangs up: its maximum conversation duration (set at ElevenLabs) is reached',
      );
      return;
    }
    if (error.kind === 'auth' || error.kind === 'quota') this.#core.fail(error);
    else this.#core.warn(error);
  }

  #refused({ code, message }: { code: string; message: string }): ProviderError {
    const kind = kindOfCodes([code]) ?? (CANNOT_MEND.has(code) ? 'rejected' : kindOfText(message));
    const detail = code === '' || message.includes(code) ? message : `${code}: ${message}`;
    const { apiKey } = this.#options;
    return new ProviderError(vendorWith(ELEVENLABS, this.#options), kind ?? 'unavailable', detail, apiKey);
  }

  #reset(): void {
    this.#core.tools.abort();
    this.#turns.end();
    // It has greeted already.
    this.#opening.firstMessage = '';
  }

  #replay(isFirst: boolean): void {
    const history = isFirst ? '' : this.#core.history.asText();
    if (history !== '') this.#note(`The connection was interrupted. The conversation so far:\n${history}`);
    const { plan } = this.#core.host;
    if (this.#opening.lacksPrompt) this.#note(this.#opening.instructions());
    else if (plan.remote?.keepsInstructions) {
      // The agent's own prompt stays in force; what it lacks is sent as context.
      const memories = plan.memories?.length ? describeMemories(plan.memories) : '';
      const context = [plan.remote.context ?? '', memories].filter((text) => text !== '').join('\n\n');
      if (context !== '') this.#note(context);
    }
  }

  #onIdle(): void {
    if (this.#session.connection && !this.#turns.speaking && !this.#session.answerDue)
      this.#later.shift()?.();
  }

  #expectAnswer(): void {
    this.#mayStaySilent = false;
    this.#session.asked();
  }

  #say(text: string): void {
    this.#core.emit({ type: 'thinking' });
    this.#expectAnswer();
    this.#session.send({ type: 'user_message', text });
  }

  #note(text: string): void {
    this.#session.send({ type: 'contextual_update', text });
  }

  #encodeSound(pcm: Int16Array): object | undefined {
    const samples = this.#resampler.convert(pcm);
    if (samples.length === 0) return undefined;
    const isMuLaw = this.#input.encoding === 'ulaw';
    const chunk = isMuLaw ? Buffer.from(encodeMuLaw(samples)).toString('base64') : pcmToBase64(samples);
    return { user_audio_chunk: chunk };
  }
}
