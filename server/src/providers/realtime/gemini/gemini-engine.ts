import { randomUUID } from 'node:crypto';
import { pcmToBase64 } from '../../../audio/pcm.ts';
import { Resampler } from '../../../audio/resampler.ts';
import { MICROPHONE_RATE } from '../../../audio/sample-rates.ts';
import type { Engine, EngineFactory, EngineHost, EngineImage } from '../../../engines/engine.ts';
import { EngineCore } from '../../../engines/engine-core.ts';
import {
  composeInstructions,
  forgetRequest,
  greetingRequest,
  interruptionNote,
  RESUME_REQUEST,
  SHOWN_IMAGE,
  wrapUpRequest,
} from '../../../engines/instructions.ts';
import type { Clock } from '../../../lib/clock.ts';
import { webSocketUrl } from '../../provider-socket.ts';
import { vendorWith, voiceToSend } from '../provider.ts';
import type { ConnectionRequest, OpeningConnection } from '../session/provider-connection.ts';
import { ProviderSession } from '../session/provider-session.ts';
import {
  clientContent,
  GEMINI_INPUT_RATE,
  type GeminiEvent,
  historyTurns,
  imageFrame,
  readGeminiMessage,
  setupMessage,
  toolResponse,
  userTurn,
} from './gemini-messages.ts';
import { GEMINI } from './gemini-offer.ts';
import { type GeminiTraits, type ThinkingLevel, traitsOf } from './gemini-traits.ts';
import { GeminiTurns } from './gemini-turns.ts';

export interface GeminiOptions {
  /**
   * `https://generativelanguage.googleapis.com` or the address of a compatible server; `http`, `https`, `ws` and `wss`
   * are accepted.
   */
  baseUrl: string;
  apiKey?: string | undefined;
  keyPlace?: string | undefined;
  /** The model for plans that name none. */
  model?: string;
  /** How much a model that can think should think; if absent, the model's default. */
  thinkingLevel?: ThinkingLevel;
  clock: Clock;
  /** For how long the first connection is tried for; as long as users wait in silence where absent. */
  openingMs?: number | undefined;
}

const PATIENCE_MS = 20_000;
/** How long before the provider ends a connection to change to a new one. */
const GO_AWAY_MARGIN_MS = 2000;

/** Creates an engine for Google's Gemini Live API, and servers with its protocol. */
export function createGeminiEngine(options: GeminiOptions): EngineFactory {
  return (host) => new GeminiEngine(host, options);
}

class GeminiEngine implements Engine {
  readonly hears = true;
  readonly #options: GeminiOptions;
  readonly #core: EngineCore;
  readonly #session: ProviderSession;
  readonly #turns: GeminiTurns;
  readonly #resampler = new Resampler(MICROPHONE_RATE, GEMINI_INPUT_RATE);
  /** Running calls during which audio would end the connection (close 1008). */
  readonly #blockingCalls = new Set<string>();
  /** Messages to send when the model has finished speaking: sent earlier, they would cut the answer short. */
  readonly #later: (() => void)[] = [];
  /** Notes for a model that takes them only together with something to answer. */
  readonly #heldNotes: string[] = [];
  /** Number of running calls during which the model continues speaking, and whose results it will answer from. */
  #awaitedCalls = 0;
  readonly #slowTools: ReadonlySet<string>;
  #traits: GeminiTraits = traitsOf('');

  constructor(host: EngineHost, options: GeminiOptions) {
    this.#options = options;
    // Google does the web search itself, so an operator's search service is not offered as well.
    this.#core = new EngineCore(host, { clock: options.clock, onFailed: () => void this.#letGo() });
    this.#slowTools = new Set(host.tools?.map(({ name }) => name));
    this.#turns = new GeminiTurns(this.#core, {
      onIdle: () => this.#onIdle(),
      awaitsTool: () => this.#awaitedCalls > 0,
    });
    this.#session = new ProviderSession({
      core: this.#core,
      provider: vendorWith(GEMINI, options),
      secret: options.apiKey,
      openingMs: options.openingMs,
      patienceMs: PATIENCE_MS,
      // A session has one connection at a time: while the old one is open, resuming it on a new one is refused (1011).
      protocol: {
        request: (handle) => this.#request(handle),
        receive: (message, connection, isCurrent) => this.#receive(message, connection, isCurrent),
        encodeSound: (pcm) => this.#encodeSound(pcm),
        holdsSound: () => this.#blockingCalls.size > 0,
        inProgress: () => (this.#turns.unfinished ? 'answer' : 'nothing'),
        onDisconnected: () => this.#reset(),
        replay: ({ resumed }) => this.#replay(resumed),
        adopted: (answerLost) => {
          if (answerLost) this.#say(`(${RESUME_REQUEST})`);
          else this.#onIdle();
        },
        isPause: () => !this.#turns.inProgress,
      },
    });
  }

  get model(): string | undefined {
    return this.#core.model;
  }

  start(): Promise<void> {
    return this.#session.open();
  }

  greet(): void {
    if (!this.#core.ended) this.#whenConnected(() => this.#say(greetingRequest(this.#core.host.plan)));
  }

  pushAudio(pcm: Int16Array): void {
    if (!this.#core.ended) this.#session.pushSound(pcm);
  }

  sendText(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    this.#session.superseded();
    this.#core.tools.interrupt();
    this.#turns.cutByUs();
    this.#turns.cut();
    this.#whenConnected(() => {
      this.#core.history.set(`user_${randomUUID()}`, 'user', text);
      this.#say(text);
    });
  }

  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void {
    this.#session.settled();
    this.#session.superseded();
    this.#core.tools.interrupt();
    const { utterances } = this.#core;
    if (heard && utterances.has(heard.utteranceId)) {
      utterances.cut(heard.utteranceId, heard.heardText);
      // The API cannot truncate an answer, so the model gets a note; the note also stops the answer.
      this.#inform(interruptionNote(heard.heardText));
    } else if (this.#turns.inProgress) {
      this.#note('The user broke in.');
    }
    this.#turns.cut();
  }

  showImage(image: EngineImage): void {
    if (this.#core.ended) return;
    const show = () => {
      // A note for later connections, because the picture itself is not sent again.
      this.#core.history.set(`note_${randomUUID()}`, 'note', SHOWN_IMAGE);
      this.#session.send(imageFrame(image));
      if (!this.#turns.inProgress) this.#onIdle();
    };
    if (this.#traits.sequential) this.#whenIdle(show);
    else this.#whenConnected(show);
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
    this.#turns.end();
    return this.#session.close();
  }

  #request(resumptionHandle: string | undefined): ConnectionRequest {
    const { baseUrl, apiKey } = this.#options;
    const { plan } = this.#core.host;
    const model = this.#core.modelToSend(GEMINI, this.#options.model);
    const traits = traitsOf(model, this.#options.thinkingLevel);
    this.#traits = traits;
    const affectiveDialog = plan.emotions && traits.affectiveDialog;
    const version = affectiveDialog ? 'v1alpha' : 'v1beta';
    const path = `/ws/google.ai.generativelanguage.${version}.GenerativeService.BidiGenerateContent`;
    return {
      url: webSocketUrl(baseUrl, path, { key: apiKey }),
      hello: () =>
        setupMessage({
          model,
          voice: voiceToSend(GEMINI, plan),
          instructions: composeInstructions(plan, {
            tools: this.#core.tools.tools,
            ownWebSearch: plan.search,
          }),
          tools: this.#core.tools.tools,
          googleSearch: plan.search,
          affectiveDialog,
          behaviorOf: (tool) => traits.behavior(traits.scheduling(tool, this.#slowTools.has(tool.name))),
          thinkingLevel: traits.thinkingLevel,
          language: plan.language,
          resumptionHandle,
        }),
      awaits: 'the setup',
    };
  }

  #receive(message: Record<string, unknown>, connection: OpeningConnection, isCurrent: boolean): void {
    for (const event of readGeminiMessage(message)) {
      if (typeof event === 'string') this.#core.warn(`Gemini sent ${event}`);
      else if (event.type === 'setup_complete') connection.ready();
      else if (isCurrent) this.#onEvent(event);
    }
  }

  #onEvent(event: GeminiEvent): void {
    switch (event.type) {
      case 'user_text':
        this.#turns.userText(event.text);
        break;
      case 'audio':
        this.#session.answered();
        this.#session.soundAnswered();
        this.#turns.audio(event.pcm, event.sampleRate);
        break;
      case 'text':
        this.#session.answered();
        this.#turns.text(event.text);
        break;
      case 'interrupted':
        this.#session.settled();
        this.#turns.interrupted();
        break;
      case 'generation_complete':
        this.#session.settled();
        this.#turns.generationComplete();
        break;
      case 'turn_complete':
        this.#session.settled();
        this.#turns.turnComplete();
        break;
      case 'interaction':
        if (event.inProgress) this.#takesItsTime();
        this.#turns.interaction(event.inProgress);
        break;
      case 'call':
        this.#takesItsTime();
        this.#core.failOnRejection(this.#call(event.id, event.name, event.args));
        break;
      case 'calls_cancelled':
        for (const id of event.ids) this.#core.tools.cancel(id);
        break;
      case 'resumable':
        this.#session.resumable(event.handle);
        break;
      case 'go_away':
        this.#session.expires({ nearMs: 0, reachedMs: event.leftMs - GO_AWAY_MARGIN_MS });
        break;
      default:
        break;
    }
  }

  /** The provider responds, but may take long: it thinks, or waits for a tool. */
  #takesItsTime(): void {
    this.#session.answered();
    this.#session.settled();
  }

  async #call(id: string, name: string, args: Record<string, unknown>): Promise<void> {
    const tool = this.#core.tools.tools.find((candidate) => candidate.name === name);
    const scheduling = this.#traits.scheduling(tool, this.#slowTools.has(name));
    const blocks = scheduling === undefined;
    const { connection } = this.#session;
    if (blocks) this.#blockingCalls.add(id);
    if (scheduling === 'WHEN_IDLE') this.#awaitedCalls++;
    else this.#turns.asked();
    const outcome = await this.#core.tools.call(id, name, args);
    const isSameConnection = connection === this.#session.connection;
    if (scheduling === 'WHEN_IDLE' && isSameConnection) this.#awaitedCalls--;
    // The note sent at the interruption has ended the turn and its calls; sequential models still wait for the result.
    const isWanted = outcome && (!outcome.cancelled || this.#traits.sequential);
    if (isWanted && isSameConnection) {
      this.#session.send(toolResponse(id, name, outcome.output, scheduling));
      if (scheduling === 'WHEN_IDLE') this.#turns.asked();
      if (scheduling !== 'SILENT' && !outcome.cancelled) this.#session.asked();
    }
    this.#blockingCalls.delete(id);
    // The call may have come with the last words of an answer, which is over by now.
    if (scheduling === 'SILENT' && this.#turns.hasSpoken) this.#core.answerFinished();
    this.#session.flushSound();
  }

  #reset(): void {
    this.#core.tools.abort();
    this.#blockingCalls.clear();
    this.#awaitedCalls = 0;
    this.#turns.end();
  }

  #replay(resumed: boolean): void {
    const history = this.#core.history.entries(resumed ? this.#session.savedUpTo : undefined);
    if (history.length > 0) this.#session.send(clientContent(historyTurns(history), false));
  }

  #onIdle(): void {
    this.#session.paused();
    if (!this.#core.ended && this.#session.connection) this.#later.shift()?.();
  }

  /** Sends something that the model should answer. */
  #say(text: string): void {
    this.#core.emit({ type: 'thinking' });
    this.#turns.asked();
    this.#session.asked();
    if (this.#traits.sequential) {
      this.#session.send({ realtimeInput: { text: [...this.#heldNotes.splice(0), text].join('\n') } });
    } else {
      this.#session.send(clientContent([userTurn(text)], true));
    }
  }

  /** Sends a note, and repeats it on the next connection, because the provider may not have saved it. */
  #inform(text: string): void {
    this.#core.history.set(`note_${randomUUID()}`, 'note', text);
    this.#note(text);
  }

  /** Sends a note without asking for an answer. It stops an answer in progress. */
  #note(text: string): void {
    if (this.#traits.sequential) {
      this.#heldNotes.push(`(${text})`);
      return;
    }
    this.#turns.cutByUs();
    this.#session.send(clientContent([userTurn(`(${text})`)], false));
    if (!this.#turns.inProgress) this.#onIdle();
  }

  /** Calls `task` at once, or as soon as there is a connection. */
  #whenConnected(task: () => void): void {
    if (this.#session.connection) task();
    else this.#later.push(task);
  }

  #whenIdle(task: () => void): void {
    this.#later.push(task);
    if (!this.#turns.inProgress) this.#onIdle();
  }

  #encodeSound(pcm: Int16Array): object | undefined {
    const data = pcmToBase64(this.#resampler.convert(pcm));
    const mimeType = `audio/pcm;rate=${GEMINI_INPUT_RATE}`;
    return data === '' ? undefined : { realtimeInput: { audio: { data, mimeType } } };
  }
}
