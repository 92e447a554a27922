import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { pcmToBase64 } from '../../lib/pcm.ts';
import { Resampler } from '../../lib/resampler.ts';
import { AnswerWatchdog } from '../answer-watchdog.ts';
import type { Engine, EngineFactory, EngineHost } from '../engine.ts';
import { EngineCore } from '../engine-core.ts';
import {
  composeInstructions,
  forgetRequest,
  greetingRequest,
  RESUME_REQUEST,
  wrapUpRequest,
} from '../instructions.ts';
import { voiceToSend } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { openLine } from '../provider-line.ts';
import { type ProviderSocket, webSocketUrl } from '../provider-socket.ts';
import { ReconnectingLink } from '../reconnecting-link.ts';
import { UserSound } from '../user-sound.ts';
import {
  clientContent,
  GEMINI_INPUT_RATE,
  type GeminiEvent,
  historyTurns,
  readGeminiMessage,
  setupMessage,
  toolResponse,
  userTurn,
} from './gemini-messages.ts';
import { GEMINI } from './gemini-offer.ts';
import { GeminiTurns } from './gemini-turns.ts';

export interface GeminiOptions {
  /** `https://generativelanguage.googleapis.com` or a compatible server's; `http`, `https`, `ws` and `wss` alike. */
  baseUrl: string;
  apiKey?: string | undefined;
  /** The model of plans that name none. */
  model?: string;
  clock: Clock;
}

const PATIENCE_MS = 20_000;
/** Left to change lines in before the provider ends the old one. */
const GO_AWAY_MARGIN_MS = 2000;

/** Google's Gemini Live API, and servers that speak it. */
export function createGeminiEngine(options: GeminiOptions): EngineFactory {
  return (host) => new GeminiEngine(host, options);
}

class GeminiEngine implements Engine {
  readonly hears = true;
  readonly #options: GeminiOptions;
  readonly #core: EngineCore;
  readonly #link: ReconnectingLink;
  readonly #turns: GeminiTurns;
  readonly #watchdog: AnswerWatchdog;
  readonly #userSound = new UserSound();
  readonly #resampler = new Resampler(24_000, GEMINI_INPUT_RATE);
  #socket: ProviderSocket | undefined;
  /** Names the state that a new line takes up again. */
  #resumptionHandle: string | undefined;
  /** The newest that was said when that state was saved. */
  #resumptionMark: string | undefined;
  #resumptionFailures = 0;
  #resumed = false;
  #answerLost = false;
  /** While one of these runs, sound would end the line (close 1008). */
  readonly #blockingCalls = new Set<string>();
  /** Said to the model when it has finished speaking: anything earlier would cut it short. */
  readonly #later: (() => void)[] = [];
  /** The model takes notes together with something to answer only. */
  readonly #heldNotes: string[] = [];
  #sequential = false;
  #cancelGoAway: (() => void) | undefined;
  #goAwayDue = false;

  constructor(host: EngineHost, options: GeminiOptions) {
    this.#options = options;
    // The web search is Google's own: an operator's is not offered beside it.
    this.#core = new EngineCore(host, { clock: options.clock, onFailed: () => void this.#letGo() });
    this.#link = new ReconnectingLink({
      clock: options.clock,
      connect: (lost) => this.#open(lost),
      onLost: (error) => this.#onLost(error),
      onRestored: (socket) => this.#onRestored(socket),
      onFailed: (error) => this.#core.fail(error.message),
    });
    this.#watchdog = new AnswerWatchdog(options.clock, PATIENCE_MS, (times) => this.#onSilence(times));
    this.#turns = new GeminiTurns(this.#core, () => this.#onIdle());
  }

  async start(): Promise<void> {
    this.#socket = await this.#link.start();
  }

  greet(): void {
    if (!this.#core.ended) this.#tell(() => this.#say(greetingRequest(this.#core.host.plan)));
  }

  pushAudio(pcm: Int16Array): void {
    if (this.#core.ended) return;
    if (!this.#socket || this.#blockingCalls.size > 0) this.#userSound.wait(pcm);
    else this.#sendAudio(pcm);
  }

  sendText(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    this.#answerLost = false;
    this.#core.tools.interrupt();
    this.#turns.cutByUs();
    this.#turns.cut();
    this.#tell(() => {
      this.#core.history.set(`user_${randomUUID()}`, 'user', text);
      this.#say(text);
    });
  }

  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void {
    this.#watchdog.rest();
    this.#answerLost = false;
    this.#core.tools.interrupt();
    const { utterances } = this.#core;
    if (heard && utterances.has(heard.utteranceId)) {
      utterances.cut(heard.utteranceId, heard.heardText);
      const words = heard.heardText.trim();
      // There is no truncation: the model is told, and being told stops it, too.
      this.#inform(
        words === ''
          ? 'The user broke in before hearing any of your last answer.'
          : `The user broke in and heard your last answer only up to: "${words}"`,
      );
    } else if (this.#turns.inProgress) {
      this.#note('The user broke in.');
    }
    this.#turns.cut();
  }

  updateContext(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    this.#whenIdle(() => this.#inform(text));
  }

  forget(): void {
    this.updateContext(forgetRequest(this.#core.host.plan));
  }

  wrapUp(secondsLeft: number): void {
    if (!this.#core.ended) this.#whenIdle(() => this.#say(`(${wrapUpRequest(secondsLeft)})`));
  }

  async close(): Promise<void> {
    this.#core.end();
    await this.#letGo();
  }

  #letGo(): Promise<void> {
    this.#watchdog.rest();
    this.#turns.end();
    this.#cancelGoAway?.();
    this.#socket = undefined;
    return this.#link.close();
  }

  async #open(lost: (error: ProviderError) => void): Promise<ProviderSocket> {
    const { baseUrl, apiKey, clock } = this.#options;
    const { plan } = this.#core.host;
    const model = this.#core.modelToSend(GEMINI, this.#options.model);
    const handle = this.#resumptionHandle;
    this.#sequential = isSequential(model);
    const affectiveDialog = plan.emotions && model.includes('native-audio');
    const version = affectiveDialog ? 'v1alpha' : 'v1beta';
    const path = `/ws/google.ai.generativelanguage.${version}.GenerativeService.BidiGenerateContent`;
    let reached = false;
    let socket: ProviderSocket;
    try {
      socket = await openLine(
        {
          provider: GEMINI,
          url: webSocketUrl(baseUrl, path, { key: apiKey }),
          secret: apiKey,
          clock,
          core: this.#core,
          hello: () => {
            reached = true;
            return setupMessage({
              model,
              voice: voiceToSend(GEMINI, plan),
              instructions: composeInstructions(plan, {
                tools: this.#core.tools.tools,
                ownWebSearch: plan.search,
              }),
              tools: this.#core.tools.tools,
              googleSearch: plan.search,
              affectiveDialog,
              asynchronousTools: !this.#sequential,
              resumptionHandle: handle,
            });
          },
          awaits: 'the setup',
          onMessage: (message, line) => {
            for (const event of readGeminiMessage(message)) {
              if (typeof event === 'string') this.#core.warn(`Gemini sent ${event}`);
              else if (event.type === 'setup_complete') line.ready();
              else if (line.socket && this.#socket === line.socket) this.#onEvent(event);
            }
          },
        },
        lost,
      );
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : undefined;
      // A provider that was not reached has said nothing about the state.
      if (!reached || !handle || kind === 'auth' || kind === 'quota') throw error;
      // The state is no longer kept there: what was said is told anew. Other faults may be the state's, too.
      if (kind !== 'rejected' && ++this.#resumptionFailures < 3) throw error;
      this.#resumptionHandle = undefined;
      return this.#open(lost);
    }
    this.#resumed = handle !== undefined;
    this.#resumptionFailures = 0;
    return socket;
  }

  #onEvent(event: GeminiEvent): void {
    switch (event.type) {
      case 'user_text':
        this.#turns.userText(event.text);
        break;
      case 'audio':
        this.#watchdog.satisfied();
        this.#userSound.answered();
        this.#turns.audio(event.pcm, event.sampleRate);
        break;
      case 'text':
        this.#watchdog.satisfied();
        this.#turns.text(event.text);
        break;
      case 'interrupted':
        this.#watchdog.rest();
        this.#turns.interrupted();
        break;
      case 'generation_complete':
        this.#turns.generationComplete();
        break;
      case 'turn_complete':
        this.#watchdog.rest();
        this.#turns.turnComplete();
        break;
      case 'call':
        this.#watchdog.satisfied();
        void this.#call(event.id, event.name, event.args);
        break;
      case 'calls_cancelled':
        for (const id of event.ids) this.#core.tools.cancel(id);
        break;
      case 'resumable':
        this.#resumptionHandle = event.handle;
        this.#resumptionMark = this.#core.history.lastId;
        break;
      case 'go_away':
        this.#onGoAway(event.leftMs);
        break;
      default:
        break;
    }
  }

  async #call(id: string, name: string, args: Record<string, unknown>): Promise<void> {
    const tool = this.#core.tools.tools.find((candidate) => candidate.name === name);
    const blocks = this.#sequential || !tool?.silent;
    if (blocks) this.#blockingCalls.add(id);
    this.#turns.asked();
    const socket = this.#socket;
    const outcome = await this.#core.tools.call(id, name, args);
    // What we sent when the user broke in has ended the turn, and its calls with it; newer models take that for no end.
    const isWanted = outcome && (!outcome.cancelled || this.#sequential);
    if (isWanted && socket === this.#socket) {
      this.#send(toolResponse(id, name, outcome.output, !blocks));
      if (blocks && !outcome.cancelled) this.#watchdog.expect();
    }
    this.#blockingCalls.delete(id);
    // The call may have come with the last words of an answer, which is over by now.
    if (!blocks && this.#turns.hasSpoken) this.#core.answerFinished();
    if (this.#socket && this.#blockingCalls.size === 0) this.#sendWaitingSound();
  }

  #onGoAway(leftMs: number): void {
    this.#goAwayDue = true;
    this.#cancelGoAway?.();
    this.#cancelGoAway = this.#options.clock.after(leftMs - GO_AWAY_MARGIN_MS, () => this.#reopen());
    if (!this.#turns.inProgress) this.#reopen();
  }

  #reopen(): void {
    this.#cancelGoAway?.();
    this.#goAwayDue = false;
    if (this.#core.ended) return;
    this.#layDown();
    // A session is taken up on one line at a time: with the old one open, the new one is refused (1011).
    void this.#link.reopen();
  }

  #onLost(error: ProviderError): void {
    this.#layDown();
    this.#core.warn(`${error.message}; reconnecting`);
  }

  #layDown(): void {
    this.#answerLost ||= this.#turns.unfinished;
    this.#userSound.lost();
    this.#socket = undefined;
    this.#watchdog.rest();
    this.#core.tools.abort();
    this.#blockingCalls.clear();
    this.#turns.end();
  }

  #onRestored(socket: ProviderSocket): void {
    this.#cancelGoAway?.();
    this.#goAwayDue = false;
    this.#socket = socket;
    const history = this.#core.history.entries(this.#resumed ? this.#resumptionMark : undefined);
    if (history.length > 0) socket.send(clientContent(historyTurns(history), false));
    this.#sendWaitingSound();
    if (this.#answerLost) this.#say(`(${RESUME_REQUEST})`);
    else this.#onIdle();
    this.#answerLost = false;
  }

  #onIdle(): void {
    if (this.#core.ended || !this.#socket) return;
    if (this.#goAwayDue) this.#reopen();
    else this.#later.shift()?.();
  }

  #onSilence(times: number): void {
    this.#answerLost = true;
    this.#core.onSilence(GEMINI, this.#link, times);
  }

  /** Something to answer. */
  #say(text: string): void {
    this.#core.emit({ type: 'thinking' });
    this.#turns.asked();
    this.#watchdog.expect();
    if (this.#sequential) {
      this.#send({ realtimeInput: { text: [...this.#heldNotes.splice(0), text].join('\n') } });
    } else {
      this.#send(clientContent([userTurn(text)], true));
    }
  }

  /** Something to know on the next line, too, whatever of it the provider has saved. */
  #inform(text: string): void {
    this.#core.history.set(`note_${randomUUID()}`, 'note', text);
    this.#note(text);
  }

  /** Something to know. It stops an answer that is being made. */
  #note(text: string): void {
    if (this.#sequential) {
      this.#heldNotes.push(`(${text})`);
      return;
    }
    this.#turns.cutByUs();
    this.#send(clientContent([userTurn(`(${text})`)], false));
    if (!this.#turns.inProgress) this.#onIdle();
  }

  /** At once, or as soon as there is a line. */
  #tell(tell: () => void): void {
    if (this.#socket) tell();
    else this.#later.push(tell);
  }

  #whenIdle(tell: () => void): void {
    this.#later.push(tell);
    if (!this.#turns.inProgress) this.#onIdle();
  }

  #sendWaitingSound(): void {
    for (const pcm of this.#userSound.take()) this.#sendAudio(pcm);
  }

  #sendAudio(pcm: Int16Array): void {
    this.#userSound.sent(pcm);
    const data = pcmToBase64(this.#resampler.convert(pcm));
    if (data === '') return;
    const mimeType = `audio/pcm;rate=${GEMINI_INPUT_RATE}`;
    this.#core.sendSound(GEMINI, this.#socket, { realtimeInput: { audio: { data, mimeType } } });
  }

  #send(message: object): void {
    this.#socket?.send(message);
  }
}

/** From version 3 until 3.8, tools run one after the other and content is for the start of a conversation only. */
function isSequential(model: string): boolean {
  const version = Number(/^gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? Number.NaN);
  return version >= 3 && version < 3.8;
}
