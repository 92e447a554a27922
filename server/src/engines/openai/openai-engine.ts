import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { pcmToBase64 } from '../../lib/pcm.ts';
import { AnswerWatchdog } from '../answer-watchdog.ts';
import type { Engine, EngineFactory, EngineHost } from '../engine.ts';
import { EngineCore } from '../engine-core.ts';
import { composeInstructions, greetingRequest, RESUME_REQUEST, wrapUpRequest } from '../instructions.ts';
import { modelToSend } from '../model-to-send.ts';
import { voiceToSend } from '../provider.ts';
import { kindOfText, ProviderError } from '../provider-error.ts';
import { openLine } from '../provider-line.ts';
import { type ProviderSocket, webSocketUrl } from '../provider-socket.ts';
import { ReconnectingLink } from '../reconnecting-link.ts';
import type { WebSearch } from '../tools/standard-tools.ts';
import { UserSound } from '../user-sound.ts';
import {
  historyItem,
  type NoiseReduction,
  OPENAI_SAMPLE_RATE,
  type OpenAiEvent,
  readOpenAiEvent,
  sessionUpdate,
  type TurnDetection,
} from './openai-messages.ts';
import { OPENAI, OPENAI_TRANSCRIPTION } from './openai-offer.ts';
import { OpenAiResponses } from './openai-responses.ts';

export interface OpenAiOptions {
  /** `https://api.openai.com/v1` or a compatible server's; `http`, `https`, `ws` and `wss` alike. */
  baseUrl: string;
  apiKey?: string | undefined;
  clock: Clock;
  webSearch?: WebSearch | undefined;
  /** The model of plans that name none. */
  model?: string;
  /** What writes down the user's speech. */
  transcriptionModel?: string;
  /** ISO 639-1; whatever is heard where absent. */
  transcriptionLanguage?: string;
  turnDetection?: TurnDetection;
  noiseReduction?: NoiseReduction;
}

/** A session ends without warning after 60 minutes. */
const SESSION_LIMIT_MS = 60 * 60_000;
/** From here on a pause in the talk is used to change lines. */
const RECYCLE_EARLY_MS = 5 * 60_000;
/** From here on the talk has to bear it. */
const RECYCLE_LATEST_MS = 30_000;
const PATIENCE_MS = 20_000;

/** OpenAI's Realtime API, and servers that speak it. */
export function createOpenAiEngine(options: OpenAiOptions): EngineFactory {
  return (host) => new OpenAiEngine(host, options);
}

class OpenAiEngine implements Engine {
  readonly hears = true;
  readonly #options: OpenAiOptions;
  readonly #core: EngineCore;
  readonly #link: ReconnectingLink;
  readonly #responses: OpenAiResponses;
  readonly #watchdog: AnswerWatchdog;
  readonly #userSound = new UserSound();
  /** The line whose messages count; a line that is being prepared talks to `#open` only. */
  #socket: ProviderSocket | undefined;
  /** Items that this line has the sound of. */
  readonly #bornHere = new Set<string>();
  #userSpeaking = false;
  /** The user's newest sentence, as long as neither its words nor an answer have come. */
  #unheardItem: string | undefined;
  /** The line went down while an answer was due or being said. */
  #answerLost = false;
  #cancelRecycle: (() => void) | undefined;
  #recycleDue = false;
  /** When the provider said that the newest line will end. */
  #expiresAtMs: number | undefined;

  constructor(host: EngineHost, options: OpenAiOptions) {
    this.#options = options;
    this.#core = new EngineCore(host, { ...options, onFailed: () => void this.#letGo() });
    this.#link = new ReconnectingLink({
      clock: options.clock,
      connect: (lost) => this.#open(lost),
      onLost: (error) => this.#onLost(error),
      onRestored: (socket) => this.#onRestored(socket),
      onFailed: (error) => this.#core.fail(error.message),
    });
    this.#watchdog = new AnswerWatchdog(options.clock, PATIENCE_MS, (times) => this.#onSilence(times));
    this.#responses = new OpenAiResponses({
      core: this.#core,
      instructions: () => this.#instructions(),
      send: (message) => this.#send(message),
      isUserSpeaking: () => this.#userSpeaking,
      onAsked: () => this.#watchdog.expect(),
      onIdle: () => this.#recycleIfIdle(),
      refused: (detail) => this.#refused(detail),
    });
  }

  async start(): Promise<void> {
    this.#socket = await this.#link.start();
    this.#scheduleRecycle();
  }

  greet(): void {
    if (this.#core.ended) return;
    this.#responses.ask({ instructions: greetingRequest(this.#core.host.plan) });
  }

  pushAudio(pcm: Int16Array): void {
    if (this.#core.ended) return;
    if (!this.#socket) this.#userSound.wait(pcm);
    else this.#sendAudio(pcm);
  }

  sendText(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    // A turn of its own: what is still being said, or would be said again, belongs to the turn before.
    this.#answerLost = false;
    this.#responses.cancel();
    this.#core.utterances.finishAll();
    const id = newItemId();
    this.#core.history.set(id, 'user', text);
    this.#send(historyItem({ id, role: 'user', text }));
    this.#responses.ask();
  }

  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void {
    this.#watchdog.rest();
    this.#answerLost = false;
    this.#responses.cancel();
    const { utterances } = this.#core;
    // Without a word about it, nothing of the present answer was being played yet.
    const open = utterances.openId;
    const cut = heard ?? (open ? { utteranceId: open, heardMs: 0, heardText: '' } : undefined);
    if (!cut || !utterances.has(cut.utteranceId)) return;
    for (const unheard of utterances.cut(cut.utteranceId, cut.heardText)) {
      this.#send({ type: 'conversation.item.delete', item_id: unheard });
    }
    this.#truncate(cut.utteranceId, cut.heardMs);
  }

  updateContext(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    const id = newItemId();
    this.#core.history.set(id, 'note', text);
    this.#send(historyItem({ id, role: 'note', text }));
  }

  forget(): void {
    this.#send({ type: 'session.update', session: { type: 'realtime', instructions: this.#instructions() } });
  }

  wrapUp(secondsLeft: number): void {
    this.updateContext(wrapUpRequest(secondsLeft));
    if (!this.#core.ended && !this.#userSpeaking) this.#responses.ask();
  }

  async close(): Promise<void> {
    this.#core.end();
    await this.#letGo();
  }

  #letGo(): Promise<void> {
    this.#watchdog.rest();
    this.#cancelRecycle?.();
    this.#socket = undefined;
    return this.#link.close();
  }

  #send(message: object): boolean {
    if (!this.#socket?.isOpen) return false;
    this.#socket.send(message);
    return true;
  }

  #truncate(itemId: string, heardMs: number): void {
    if (this.#bornHere.has(itemId) && this.#core.utterances.audioMs(itemId) > 0) {
      // A time beyond the sound that was sent is an error at the provider.
      const endMs = Math.floor(Math.min(heardMs, this.#core.utterances.audioMs(itemId)));
      this.#send({
        type: 'conversation.item.truncate',
        item_id: itemId,
        content_index: 0,
        audio_end_ms: Math.max(0, endMs),
      });
      return;
    }
    // Said on an earlier line, the item is mere words on this one, and words cannot be truncated.
    const text = this.#core.history.textOf(itemId);
    this.#send({ type: 'conversation.item.delete', item_id: itemId });
    if (text) this.#send(historyItem({ id: newItemId(), role: 'assistant', text }));
  }

  /** Opens a line and configures it; it is not told the history before it takes over. */
  async #open(lost: (error: ProviderError) => void): Promise<ProviderSocket> {
    const { baseUrl, apiKey, clock } = this.#options;
    const { plan } = this.#core.host;
    const model = this.#core.modelToSend(OPENAI, this.#options.model);
    let expiresAtMs: number | undefined;
    const socket = await openLine(
      {
        provider: OPENAI,
        url: webSocketUrl(baseUrl, '/realtime', { model }),
        headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
        secret: apiKey,
        clock,
        core: this.#core,
        hello: () =>
          sessionUpdate({
            model,
            voice: voiceToSend(OPENAI, plan),
            instructions: this.#instructions(),
            transcriptionModel: this.#transcriptionModel(),
            transcriptionLanguage: this.#options.transcriptionLanguage,
            turnDetection: this.#options.turnDetection,
            noiseReduction: this.#options.noiseReduction,
            tools: this.#core.tools.tools,
          }),
        awaits: 'the session',
        onMessage: (message, line) => {
          const event = readOpenAiEvent(message);
          if (event === undefined) return;
          const isCurrent = line.socket !== undefined && this.#socket === line.socket;
          if (typeof event === 'string') this.#core.warn(`OpenAI sent ${event}`);
          else if (event.type === 'session_created') expiresAtMs = event.expiresAtMs;
          else if (event.type === 'session_updated') line.ready();
          else if (event.type === 'error' && !isCurrent)
            line.refuse(this.#refused(`${event.code} ${event.message}`));
          else if (isCurrent) this.#onEvent(event);
        },
      },
      lost,
    );
    this.#expiresAtMs = expiresAtMs;
    return socket;
  }

  #transcriptionModel(): string {
    const choice = { configured: this.#options.transcriptionModel };
    return modelToSend(OPENAI_TRANSCRIPTION, choice, this.#options.clock.wall()).model;
  }

  #instructions(): string {
    return composeInstructions(this.#core.host.plan, { tools: this.#core.tools.tools });
  }

  #onEvent(event: OpenAiEvent): void {
    const core = this.#core;
    switch (event.type) {
      case 'speech':
        this.#userSpeaking = event.speaking;
        core.emit({ type: 'user_speech', speaking: event.speaking });
        if (event.speaking) this.#responses.userBrokeIn();
        else this.#recycleIfIdle();
        break;
      case 'committed':
        // Takes the place of the words to come.
        core.history.append(event.itemId, 'user', '');
        this.#unheardItem = event.itemId;
        this.#watchdog.expect();
        break;
      case 'transcript_delta':
        core.history.append(event.itemId, 'user', event.text);
        this.#tellUserTranscript(event.itemId, false);
        break;
      case 'transcript_done':
        core.history.set(event.itemId, 'user', event.text);
        if (event.itemId === this.#unheardItem) this.#heard();
        this.#tellUserTranscript(event.itemId, true);
        break;
      case 'transcript_failed':
        core.warn(`OpenAI could not write down what the user said: ${event.message}`);
        break;
      case 'message_started':
        if (this.#responses.cancelled) break;
        this.#heard();
        this.#bornHere.add(event.itemId);
        core.utterances.start(event.itemId);
        this.#responses.spoke();
        break;
      case 'audio':
        this.#watchdog.satisfied();
        if (core.utterances.has(event.itemId)) {
          core.utterances.audio(event.itemId, event.pcm, OPENAI_SAMPLE_RATE);
        }
        break;
      case 'text':
        this.#watchdog.satisfied();
        if (core.utterances.has(event.itemId)) core.utterances.text(event.itemId, event.text);
        break;
      case 'audio_done':
        core.utterances.finish(event.itemId);
        this.#responses.spokeToTheEnd();
        break;
      case 'call':
        this.#watchdog.satisfied();
        this.#responses.call(event.callId, event.name, event.args);
        break;
      case 'response_created':
        core.emit({ type: 'thinking' });
        this.#responses.created(event.responseId);
        break;
      case 'response_done':
        this.#watchdog.rest();
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

  /** What the user said until now need not be said again on another line. */
  #heard(): void {
    this.#unheardItem = undefined;
    if (!this.#userSpeaking) this.#userSound.answered();
  }

  #tellUserTranscript(itemId: string, final: boolean): void {
    const text = this.#core.history.textOf(itemId) ?? '';
    if (text.trim() !== '') this.#core.emit({ type: 'user_transcript', itemId, text: text.trim(), final });
  }

  #onError(event: OpenAiEvent & { type: 'error' }): void {
    if (this.#responses.refusedCreate(event.code, event.eventId)) return;
    // The answer had ended by itself before our cancel came.
    if (event.code === 'response_cancel_not_active') return;
    if (event.code === 'session_expired') {
      this.#link.abandon();
      return;
    }
    const error = this.#refused(`${event.code} ${event.message}`);
    if (error.kind === 'auth' || error.kind === 'quota') this.#core.fail(error.message);
    else this.#core.warn(error.message);
  }

  #refused(detail: string): ProviderError {
    const kind =
      kindOfText(detail) ?? (/server_error|overloaded|rate/i.test(detail) ? 'unavailable' : 'rejected');
    return new ProviderError(OPENAI, kind, detail, this.#options.apiKey);
  }

  #onLost(error: ProviderError): void {
    this.#layDown();
    this.#socket = undefined;
    this.#core.warn(`${error.message}; reconnecting`);
  }

  /** The line is gone, or about to be left: what was under way on it is to be taken up on the next. */
  #layDown(): void {
    // A sentence of the user that was not written down is heard anew, and answered then.
    const unheard = this.#userSpeaking || this.#unheardItem !== undefined;
    if (this.#unheardItem !== undefined) this.#core.history.set(this.#unheardItem, 'user', '');
    if (!unheard) this.#answerLost ||= this.#responses.unfinished || this.#watchdog.waits;
    this.#userSound.lost();
    this.#userSpeaking = false;
    this.#unheardItem = undefined;
    this.#watchdog.rest();
    this.#responses.reset();
    this.#core.utterances.finishAll();
  }

  #onRestored(socket: ProviderSocket): void {
    // Changed in the middle of the talk, because the old line was about to end.
    if (this.#socket) this.#layDown();
    this.#socket = socket;
    this.#bornHere.clear();
    this.#scheduleRecycle();
    for (const entry of this.#core.history.entries()) socket.send(historyItem(entry));
    for (const pcm of this.#userSound.take()) this.#sendAudio(pcm);
    if (this.#answerLost) this.#responses.ask({ instructions: RESUME_REQUEST });
    this.#responses.askPending();
    this.#answerLost = false;
  }

  #onSilence(times: number): void {
    this.#answerLost = true;
    this.#core.onSilence(OPENAI, this.#link, times);
  }

  #sendAudio(pcm: Int16Array): void {
    this.#userSound.sent(pcm);
    const message = { type: 'input_audio_buffer.append', audio: pcmToBase64(pcm) };
    this.#core.sendSound(OPENAI, this.#socket, message);
  }

  #scheduleRecycle(): void {
    const expiresAtMs = this.#expiresAtMs;
    this.#cancelRecycle?.();
    this.#recycleDue = false;
    const { clock } = this.#options;
    const told = expiresAtMs === undefined ? SESSION_LIMIT_MS : expiresAtMs - clock.wall();
    const limitMs = told > 60_000 ? Math.min(told, SESSION_LIMIT_MS) : SESSION_LIMIT_MS;
    const earlyMs = Math.max(limitMs / 2, limitMs - RECYCLE_EARLY_MS);
    const cancelEarly = clock.after(earlyMs, () => {
      this.#recycleDue = true;
      this.#recycleIfIdle();
    });
    const cancelLate = clock.after(limitMs - RECYCLE_LATEST_MS, () => {
      void this.#link.prepareSpare().then(() => this.#link.takeSpare());
    });
    this.#cancelRecycle = () => {
      cancelEarly();
      cancelLate();
    };
  }

  /** In a pause of the talk, so that nobody notices. */
  #recycleIfIdle(): void {
    if (!this.#recycleDue || this.#core.ended || this.#userSpeaking || this.#responses.busy) return;
    if (this.#link.takeSpare()) return;
    void this.#link.prepareSpare().then((prepared) => {
      if (prepared) this.#recycleIfIdle();
    });
  }
}

function newItemId(): string {
  return `item_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}
