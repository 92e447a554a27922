import { randomUUID } from 'node:crypto';
import { pcmToBase64 } from '../../../audio/pcm.ts';
import type { Engine, EngineFactory, EngineHost, EngineImage } from '../../../engines/engine.ts';
import { EngineCore } from '../../../engines/engine-core.ts';
import {
  composeInstructions,
  greetingRequest,
  RESUME_REQUEST,
  SHOWN_IMAGE,
  wrapUpRequest,
} from '../../../engines/instructions.ts';
import type { WebSearch } from '../../../engines/tools/standard-tools.ts';
import type { Clock } from '../../../lib/clock.ts';
import { RecentSet } from '../../../lib/recent-set.ts';
import { webSocketUrl } from '../../provider-socket.ts';
import { modelToSend } from '../model-to-send.ts';
import { vendorWith, voiceToSend } from '../provider.ts';
import type { ConnectionRequest, OpeningConnection } from '../session/provider-connection.ts';
import { ProviderSession } from '../session/provider-session.ts';
import { openAiError } from './openai-errors.ts';
import {
  historyItem,
  historyItems,
  imageItem,
  type NoiseReduction,
  OPENAI_SAMPLE_RATE,
  type OpenAiEvent,
  readOpenAiEvent,
  sessionUpdate,
  type TurnDetection,
  transcriptionUpdate,
} from './openai-messages.ts';
import { OPENAI, OPENAI_TRANSCRIPTION } from './openai-offer.ts';
import { OpenAiResponses } from './openai-responses.ts';

export interface OpenAiOptions {
  /** `https://api.openai.com/v1` or a compatible server; `http`, `https`, `ws` and `wss` are accepted. */
  baseUrl: string;
  apiKey?: string | undefined;
  keyPlace?: string | undefined;
  clock: Clock;
  /** For how long the first connection is tried for; as long as users wait in silence where absent. */
  openingMs?: number | undefined;
  webSearch?: WebSearch | undefined;
  /** The model for plans that name none. */
  model?: string;
  /** The model that transcribes the user's speech. */
  transcriptionModel?: string;
  /** ISO 639-1; detected if absent. */
  transcriptionLanguage?: string;
  turnDetection?: TurnDetection;
  noiseReduction?: NoiseReduction;
}

const SESSION_LIMIT_MS = 60 * 60_000;
/** Within this time before the limit, a pause in the conversation is used to change connections. */
const CHANGE_EARLY_MS = 5 * 60_000;
/** This long before the limit, the connection is changed without waiting for a pause. */
const CHANGE_LATEST_MS = 30_000;
const PATIENCE_MS = 20_000;
/** Maximum answers that an interruption may still truncate; it truncates the latest. */
const MAX_ITEMS_ON_CONNECTION = 100;

/** Creates an engine for OpenAI's Realtime API, and servers with its protocol. */
export function createOpenAiEngine(options: OpenAiOptions): EngineFactory {
  return (host) => new OpenAiEngine(host, options);
}

class OpenAiEngine implements Engine {
  readonly hears = true;
  readonly #options: OpenAiOptions;
  readonly #core: EngineCore;
  readonly #session: ProviderSession;
  readonly #responses: OpenAiResponses;
  /** Items whose audio is on this connection. */
  readonly #itemsOnThisConnection = new RecentSet<string>(MAX_ITEMS_ON_CONNECTION);
  #userSpeaking = false;
  /** The language that the user clearly speaks, ISO 639-1. */
  #followed: string | undefined;
  /** The item of the user's latest sentence, until its transcript or an answer has arrived. */
  #unheardItem: string | undefined;
  /** When the newest connection will end, as reported by the provider. */
  #expiresAtMs: number | undefined;

  constructor(host: EngineHost, options: OpenAiOptions) {
    this.#options = options;
    this.#core = new EngineCore(host, { ...options, onFailed: () => void this.#session.close() });
    this.#session = new ProviderSession({
      core: this.#core,
      provider: vendorWith(OPENAI, options),
      secret: options.apiKey,
      openingMs: options.openingMs,
      patienceMs: PATIENCE_MS,
      protocol: {
        request: () => this.#request(),
        receive: (message, connection, isCurrent) => this.#receive(message, connection, isCurrent),
        encodeSound: (pcm) => ({ type: 'input_audio_buffer.append', audio: pcmToBase64(pcm) }),
        inProgress: () => this.#inProgress(),
        onDisconnected: () => this.#reset(),
        replay: () => this.#replay(),
        adopted: (answerLost) => {
          if (answerLost && !this.#responses.cancelled) this.#responses.ask({ instructions: RESUME_REQUEST });
          this.#responses.askPending();
        },
        isPause: () => !this.#userSpeaking && !this.#responses.busy,
      },
    });
    this.#responses = new OpenAiResponses({
      core: this.#core,
      session: this.#session,
      instructions: () => this.#instructions(),
      isUserSpeaking: () => this.#userSpeaking,
      refused: (fault) => openAiError(fault, options),
    });
  }

  get model(): string | undefined {
    return this.#core.model;
  }

  start(): Promise<void> {
    return this.#session.open();
  }

  greet(): void {
    if (this.#core.ended) return;
    this.#responses.ask({ instructions: greetingRequest(this.#core.host.plan) });
  }

  pushAudio(pcm: Int16Array): void {
    if (!this.#core.ended) this.#session.pushSound(pcm);
  }

  sendText(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    // The text begins a new turn, so the previous answer is neither finished nor requested again.
    this.#session.superseded();
    this.#responses.cancel();
    this.#core.utterances.finishAll();
    const id = newItemId();
    this.#core.history.set(id, 'user', text);
    this.#session.send(historyItem({ id, role: 'user', text }));
    this.#responses.ask();
  }

  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void {
    this.#session.settled();
    this.#session.superseded();
    this.#responses.cancel();
    const { utterances } = this.#core;
    // Without `heard`, no part of the current answer was played.
    const open = utterances.openId;
    const cut = heard ?? (open ? { utteranceId: open, heardMs: 0, heardText: '' } : undefined);
    if (!cut || !utterances.has(cut.utteranceId)) return;
    for (const unheard of utterances.cut(cut.utteranceId, cut.heardText)) {
      this.#session.send({ type: 'conversation.item.delete', item_id: unheard });
    }
    this.#truncate(cut.utteranceId, cut.heardMs);
  }

  showImage(image: EngineImage): void {
    if (this.#core.ended) return;
    const id = newItemId();
    // A later connection gets this note: the picture itself is not sent again.
    this.#core.history.set(id, 'note', SHOWN_IMAGE);
    this.#session.send(imageItem(id, image));
  }

  updateContext(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    const id = newItemId();
    this.#core.history.set(id, 'note', text);
    this.#session.send(historyItem({ id, role: 'note', text }));
  }

  forget(): void {
    this.#session.send({
      type: 'session.update',
      session: { type: 'realtime', instructions: this.#instructions() },
    });
  }

  followLanguage(language: string): void {
    // For OpenAI's newer models it is a hint; Whisper would from then on hear all speech as this language.
    if (this.#core.ended || this.#transcriptionModel().startsWith('whisper')) return;
    this.#followed = language;
    this.#session.send(transcriptionUpdate(this.#transcriptionModel(), language));
  }

  wrapUp(secondsLeft: number): void {
    this.updateContext(wrapUpRequest(secondsLeft));
    if (!this.#core.ended && !this.#userSpeaking) this.#responses.ask();
  }

  async close(): Promise<void> {
    this.#core.end();
    await this.#session.close();
  }

  #truncate(itemId: string, heardMs: number): void {
    if (this.#itemsOnThisConnection.has(itemId) && this.#core.utterances.audioMs(itemId) > 0) {
      // The provider rejects a time beyond the audio that was sent.
      const endMs = Math.floor(Math.min(heardMs, this.#core.utterances.audioMs(itemId)));
      this.#session.send({
        type: 'conversation.item.truncate',
        item_id: itemId,
        content_index: 0,
        audio_end_ms: Math.max(0, endMs),
      });
      return;
    }
    // An item of an earlier connection was sent to this one as text, which cannot be truncated.
    const text = this.#core.history.textOf(itemId);
    this.#session.send({ type: 'conversation.item.delete', item_id: itemId });
    if (text) this.#session.send(historyItem({ id: newItemId(), role: 'assistant', text }));
  }

  #request(): ConnectionRequest {
    const { baseUrl, apiKey } = this.#options;
    const model = this.#core.modelToSend(OPENAI, this.#options.model);
    return {
      url: webSocketUrl(baseUrl, '/realtime', { model }),
      headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
      hello: () =>
        sessionUpdate({
          model,
          voice: voiceToSend(OPENAI, this.#core.host.plan),
          instructions: this.#instructions(),
          transcriptionModel: this.#transcriptionModel(),
          transcriptionLanguage: this.#transcriptionLanguage(),
          turnDetection: this.#options.turnDetection,
          noiseReduction: this.#options.noiseReduction,
          tools: this.#core.tools.tools,
        }),
      awaits: 'the session',
    };
  }

  #receive(message: Record<string, unknown>, connection: OpeningConnection, isCurrent: boolean): void {
    const event = readOpenAiEvent(message);
    if (event === undefined) return;
    if (typeof event === 'string') this.#core.warn(`OpenAI sent ${event}`);
    else if (event.type === 'session_created') {
      this.#expiresAtMs = event.expiresAtMs;
      if (event.model) this.#core.model = event.model;
    } else if (event.type === 'session_updated') connection.ready();
    else if (event.type === 'error' && !isCurrent) connection.refuse(openAiError(event.fault, this.#options));
    else if (isCurrent) this.#onEvent(event);
  }

  #transcriptionModel(): string {
    const choice = { configured: this.#options.transcriptionModel };
    return modelToSend(OPENAI_TRANSCRIPTION, choice, this.#options.clock.wall()).model;
  }

  #transcriptionLanguage(): string | undefined {
    return this.#core.host.plan.language ?? this.#followed ?? this.#options.transcriptionLanguage;
  }

  #instructions(): string {
    return composeInstructions(this.#core.host.plan, { tools: this.#core.tools.tools });
  }

  #onEvent(event: OpenAiEvent): void {
    const core = this.#core;
    switch (event.type) {
      case 'speech':
        this.#userSpeaking = event.speaking;
        core.emit({
          type: 'user_speech',
          speaking: event.speaking,
          ...(event.speaking && this.#responses.unfinished && { cut: true }),
        });
        if (event.speaking) this.#responses.userBrokeIn();
        else this.#session.paused();
        break;
      case 'committed':
        // Reserves the place of the transcript, which arrives later than the answer.
        core.history.append(event.itemId, 'user', '');
        this.#unheardItem = event.itemId;
        core.emit({ type: 'thinking' });
        this.#session.asked();
        break;
      case 'transcript_delta':
        core.history.append(event.itemId, 'user', event.text);
        this.#emitUserTranscript(event.itemId, false);
        break;
      case 'transcript_done':
        core.history.set(event.itemId, 'user', event.text);
        if (event.itemId === this.#unheardItem) this.#heard();
        this.#emitUserTranscript(event.itemId, true);
        break;
      case 'transcript_failed':
        core.warn(`OpenAI could not transcribe the user's speech: ${event.message}`);
        break;
      case 'message_started':
        if (this.#responses.cancelled) break;
        this.#heard();
        this.#itemsOnThisConnection.add(event.itemId);
        core.utterances.start(event.itemId);
        this.#responses.spoke();
        break;
      case 'audio':
        this.#session.answered();
        if (core.utterances.has(event.itemId)) {
          core.utterances.audio(event.itemId, event.pcm, OPENAI_SAMPLE_RATE);
        }
        break;
      case 'text':
        this.#session.answered();
        if (core.utterances.has(event.itemId)) core.utterances.text(event.itemId, event.text);
        break;
      case 'audio_done':
        core.utterances.finish(event.itemId);
        this.#responses.spokeToTheEnd();
        break;
      case 'call':
        this.#session.answered();
        this.#responses.call(event.callId, event.name, event.args);
        break;
      case 'response_created':
        core.emit({ type: 'thinking' });
        this.#responses.created(event.responseId);
        break;
      case 'response_done':
        this.#session.settled();
        for (const call of event.calls) this.#responses.call(call.callId, call.name, call.args);
        this.#responses.done(event);
        break;
      case 'error':
        this.#onError(event);
        break;
      default:
        break;
    }
  }

  /** The user's audio so far need not be sent again on another connection. */
  #heard(): void {
    this.#unheardItem = undefined;
    if (!this.#userSpeaking) this.#session.soundAnswered();
  }

  #emitUserTranscript(itemId: string, final: boolean): void {
    const text = this.#core.history.textOf(itemId) ?? '';
    if (text.trim() !== '') this.#core.emit({ type: 'user_transcript', itemId, text: text.trim(), final });
  }

  #onError(event: OpenAiEvent & { type: 'error' }): void {
    if (this.#responses.refusedCreate(event.fault.code, event.eventId)) return;
    // The answer had ended before the cancellation arrived.
    if (event.fault.code === 'response_cancel_not_active') return;
    if (event.fault.code === 'session_expired') {
      this.#session.cutConnection();
      return;
    }
    const error = openAiError(event.fault, this.#options);
    if (error.kind === 'auth' || error.kind === 'quota') this.#core.fail(error);
    else this.#core.warn(error);
  }

  /** Returns what would be lost with the connection. The audio of a sentence without a transcript is sent again. */
  #inProgress(): 'nothing' | 'answer' | 'user_speech' {
    if (this.#userSpeaking || this.#unheardItem !== undefined) return 'user_speech';
    return this.#responses.unfinished ? 'answer' : 'nothing';
  }

  #reset(): void {
    if (this.#unheardItem !== undefined) this.#core.history.set(this.#unheardItem, 'user', '');
    this.#userSpeaking = false;
    this.#unheardItem = undefined;
    this.#responses.reset();
    this.#core.utterances.breakOff();
  }

  #replay(): void {
    this.#itemsOnThisConnection.clear();
    const toldMs =
      this.#expiresAtMs === undefined ? SESSION_LIMIT_MS : this.#expiresAtMs - this.#options.clock.wall();
    const limitMs = toldMs > 60_000 ? Math.min(toldMs, SESSION_LIMIT_MS) : SESSION_LIMIT_MS;
    this.#session.expires({
      nearMs: Math.max(limitMs / 2, limitMs - CHANGE_EARLY_MS),
      reachedMs: limitMs - CHANGE_LATEST_MS,
    });
    for (const entry of this.#core.history.entries()) {
      for (const item of historyItems(entry)) this.#session.send(item);
    }
  }
}

function newItemId(): string {
  return `item_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}
