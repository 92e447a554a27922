import { randomUUID } from 'node:crypto';
import { DEFAULT_VOICE } from '@visavis/contracts';
import { Breaker } from '../../lib/breaker.ts';
import type { Clock } from '../../lib/clock.ts';
import { languageName } from '../../lib/language-name.ts';
import { toError } from '../../lib/to-error.ts';
import { assistantMessage, type ChatEndpoint, type ChatMessage } from '../../providers/llm/chat-client.ts';
import { PATIENCE, type Patience, USER_PATIENCE, type UserPatience } from '../../providers/patience.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { SpeechService } from '../../providers/tts/speech-service.ts';
import type { Voice } from '../../voices/voice.ts';
import type { Aside, Engine, EngineFactory, EngineHost } from '../engine.ts';
import { EngineCore } from '../engine-core.ts';
import { greetingRequest, wrapUpRequest } from '../instructions.ts';
import { phrase } from '../phrases.ts';
import { type SpeechOptions, SpokenAnswer } from '../spoken-answer.ts';
import { emotionFromText } from '../tools/emotion-from-text.ts';
import type { WebSearch } from '../tools/standard-tools.ts';
import { LanguageModels, type ModelServer } from './language-models.ts';
import { ModelRequests } from './model-requests.ts';
import { ModelRounds } from './model-rounds.ts';

export interface PipelineOptions {
  llm: ChatEndpoint;
  fallbackLlm?: ChatEndpoint | undefined;
  /** Each one replaces those before it if they fail. If empty or absent, the offline voice speaks. */
  speech?: readonly SpeechService[] | undefined;
  voice?: Voice | undefined;
  splitClauses: (text: string) => string[];
  clock: Clock;
  /** Returns what is remembered of a model from other conversations. By default, each pipeline has its own. */
  breakerOf?: (model: ChatEndpoint) => Breaker;
  webSearch?: WebSearch | undefined;
  maxAheadMs?: number;
  patience?: Patience | undefined;
  userPatience?: UserPatience | undefined;
  /** Whether to send the request while it is still uncertain that the user has finished. */
  requestsAhead?: boolean;
}

const MAX_AHEAD_MS = 15_000;
const MAX_ROUNDS = 6;
const MAX_FAILED_TURNS = 3;
/** Words that the model has just written are usually heard after this much time. */
const SOON_MS = 1_000;

/** Creates an engine from a language model (any server with OpenAI's REST API) and text to speech. */
export function createPipelineEngine(options: PipelineOptions): EngineFactory {
  const { llm, fallbackLlm, clock, breakerOf = () => new Breaker(clock) } = options;
  const models = fallbackLlm ? [llm, fallbackLlm] : [llm];
  const servers = models.map((endpoint) => ({ endpoint, breaker: breakerOf(endpoint) }));
  return (host) => new PipelineEngine(host, options, servers);
}

class PipelineEngine implements Engine {
  readonly hears = false;
  readonly #options: PipelineOptions;
  readonly #core: EngineCore;
  readonly wait: Engine['wait'];
  readonly #models: LanguageModels;
  readonly #rounds: ModelRounds;
  readonly #requests: ModelRequests;
  readonly #voices: readonly SpeechService[];
  #started = false;
  #turn: AbortController | undefined;
  #currentAnswer: SpokenAnswer | undefined;
  /** Stops the sentence that says that an answer takes a while. */
  #stopWait: () => void = () => undefined;
  /** Requests to make when the current turn is over. */
  readonly #postponed: (() => void)[] = [];
  readonly #preparing = new AbortController();
  /** What the user has probably said. The request for it is prepared, unless something else comes first. */
  #expected: string | undefined;
  #emotion: string | undefined;
  /** ISO 639-1 code of the language that the user speaks, if the agent has no fixed one. */
  #language: string | undefined;
  #failedTurns = 0;
  #count = 0;

  constructor(host: EngineHost, options: PipelineOptions, servers: readonly ModelServer[]) {
    this.#options = options;
    this.#voices = options.speech ?? [];
    this.#core = new EngineCore(host, { ...options, onFailed: () => this.#stop() });
    const { patience = PATIENCE.llm, userPatience = USER_PATIENCE } = options;
    const onMalformed = (why: string) => this.#core.warn(`The language model sent ${why}`);
    this.#models = new LanguageModels(servers, patience, this.#core.clock, onMalformed);
    const { waitPhraseMs, giveUpMs } = userPatience;
    this.#rounds = new ModelRounds(this.#core, this.#models, options.splitClauses, giveUpMs);
    this.#requests = new ModelRequests(this.#core, this.#models, this.#rounds);
    this.wait = { afterMs: waitPhraseMs, say: (words) => this.#announceWait(words) };
  }

  get model(): string | undefined {
    return this.#models.current.chat.model;
  }

  /** Does not wait for a server: a fixed greeting needs none, and failures are reported when a question is asked. */
  start(): Promise<void> {
    if (this.#core.ended || this.#started)
      return Promise.reject(new Error('the engine was started twice or after it was closed'));
    this.#started = true;
    for (const service of this.#voices) service.prepare();
    // The model on this machine may be restarting; the first request waits for it.
    if (this.#models.isLocal) {
      this.#noticeUnusedTools();
      void this.#requests.prepare(this.#preparing.signal);
    } else this.#core.failOnRejection(this.#checkModels());
    return Promise.resolve();
  }

  /** Informs the operator of unreachable servers. */
  async #checkModels(): Promise<void> {
    const { signal } = this.#preparing;
    const found = await this.#models.check(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    for (const error of found?.unreachable ?? []) {
      if (!found?.isAnyReachable)
        this.#core.warn(error, 'the conversation starts anyway, and the next question tries again');
      else {
        this.#core.count(error);
        this.#core.notice(`${error.message}; another model is used instead`);
      }
    }
  }

  #noticeUnusedTools(): void {
    const names = (this.#core.host.tools ?? []).map(({ name }) => name);
    if (names.length > 0 && !this.#rounds.toolsWork)
      this.#core.notice(
        `The language model of this machine was not trained to call tools, so these are not used: ${names.join(', ')}.`,
      );
  }

  /** ISO 639-1, if it is known. */
  get #spokenLanguage(): string | undefined {
    return this.#core.host.plan.language ?? this.#language;
  }

  greet(): void {
    const { greeting } = this.#core.host.plan;
    if (greeting?.trim()) this.#begin((answer) => this.#recite(answer, greeting));
    else this.#requestAnswer(greetingRequest(this.#core.host.plan));
  }

  pushAudio(): void {
    // The engine takes text only.
  }

  expectText(text: string | undefined): void {
    if (!this.#options.requestsAhead || this.#core.ended) return;
    this.#expected = text;
    if (text === undefined || this.#turn) this.#rounds.abortAhead();
    // A search that fails is repeated for the answer itself.
    else void this.#requestAhead(text).catch(() => undefined);
  }

  async #requestAhead(text: string): Promise<void> {
    const history = [...this.#core.history.entries(), { id: 'expected', role: 'user', text } as const];
    const { messages, tools } = await this.#requests.compose(history);
    if (this.#expected === text && !this.#turn && !this.#core.ended)
      this.#rounds.requestAhead(messages, tools);
  }

  sendText(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    this.#abortTurn();
    this.#core.history.set(`user_${randomUUID()}`, 'user', text);
    this.#requestAnswer();
  }

  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void {
    this.#abortTurn();
    const { utterances } = this.#core;
    const open = utterances.openId;
    if (heard && utterances.has(heard.utteranceId)) utterances.cut(heard.utteranceId, heard.heardText);
    // Without `heard`, no part of the open utterance was played.
    else if (open) utterances.cut(open, '');
    void this.#requests.prepare(this.#preparing.signal);
  }

  notUnderstood(isLasting: boolean): void {
    const words = phrase(isLasting ? 'cannotHear' : 'notHeard', this.#spokenLanguage);
    this.#begin((answer) => this.#recite(answer, words), 'apology');
  }

  updateContext(text: string): void {
    if (!this.#core.ended && text.trim() !== '') {
      this.#core.history.set(`note_${randomUUID()}`, 'note', text);
    }
  }

  followLanguage(language: string): void {
    if (this.#core.ended) return;
    // Instructions are usually in English, and answers in English need no note.
    const isFirst = this.#language === undefined;
    this.#language = language;
    if (!isFirst || language !== 'en')
      this.updateContext(`The user speaks ${languageName(language)} (${language}).`);
  }

  forget(): void {
    // Nothing to do: every request to the model contains the plan's current instructions.
  }

  wrapUp(secondsLeft: number): void {
    if (this.#core.ended) return;
    const ask = () => this.#requestAnswer(wrapUpRequest(secondsLeft));
    if (this.#turn) this.#postponed.push(ask);
    else ask();
  }

  close(): Promise<void> {
    this.#core.end();
    this.#stop();
    return Promise.resolve();
  }

  #stop(): void {
    this.#postponed.length = 0;
    this.#stopWait();
    this.#preparing.abort();
    this.#rounds.abortAhead();
    this.#turn?.abort();
  }

  #abortTurn(): void {
    // Calls of an interrupted answer are not in the history, so without this note the model would repeat them.
    for (const name of this.#core.tools.interrupt()) {
      const text = `The user broke in while you called ${name}, and the call was cancelled.`;
      this.#core.history.set(`note_${randomUUID()}`, 'note', text);
    }
    this.#stopWait();
    this.#expected = undefined;
    this.#turn?.abort();
    this.#turn = undefined;
    this.#currentAnswer = undefined;
  }

  #requestAnswer(request?: string): void {
    this.#begin((answer, signal) => this.#answer(answer, request, signal));
  }

  /** Starts a turn. It ends the previous one, because there is one at a time. */
  #begin(say: (answer: SpokenAnswer, signal: AbortSignal) => Promise<void>, aside?: Aside): void {
    if (this.#core.ended) return;
    this.#abortTurn();
    this.#core.utterances.finishAll();
    this.#core.emit({ type: 'thinking' });
    // The services prepare to speak while the model thinks.
    for (const service of this.#voices) service.prepare();
    const turn = new AbortController();
    this.#turn = turn;
    const answer = this.#newAnswer(turn.signal, { aside, onBegun: () => this.#stopWait() });
    this.#currentAnswer = answer;
    const beganMs = this.#core.clock.now();
    const run = async () => {
      try {
        await say(answer, turn.signal);
        await answer.end();
        this.#failedTurns = 0;
      } catch (error) {
        answer.close();
        if (turn.signal.aborted) return;
        await this.#onFailedTurn(error, beganMs, turn.signal);
      }
      if (this.#turn !== turn) return;
      this.#turn = undefined;
      if (!answer.hasWords) this.#core.emit({ type: 'unanswered' });
      this.#core.answerFinished();
      void this.#requests.prepare(this.#preparing.signal);
      this.#postponed.shift()?.();
    };
    this.#core.failOnRejection(run());
  }

  #newAnswer(
    signal: AbortSignal,
    about: Pick<SpeechOptions, 'aside' | 'onBegun'> & Partial<Pick<SpeechOptions, 'services'>>,
  ): SpokenAnswer {
    const { voice, maxAheadMs = MAX_AHEAD_MS } = this.#options;
    const { plan } = this.#core.host;
    return new SpokenAnswer(
      `pipeline_${++this.#count}`,
      {
        core: this.#core,
        services: this.#voices,
        voice,
        voiceName: plan.voice ?? DEFAULT_VOICE,
        style: plan.voiceInstructions,
        language: this.#spokenLanguage,
        maxAheadMs,
        ...about,
      },
      signal,
    );
  }

  /** Says that the answer takes a while. Before an answer that is about to be heard, that would only delay it. */
  #announceWait(words: string): void {
    const say = () => this.#sayWait(words);
    if (!this.#rounds.hasWrittenWithin(SOON_MS)) say();
    else this.#stopWait = this.#core.clock.after(SOON_MS, say);
  }

  /** Says that the answer takes a while, unless it has begun. Hidden from the model, which would repeat the words. */
  #sayWait(words: string): void {
    if (this.#core.ended) return;
    const stop = new AbortController();
    // If the answer already has words and waits for its voice, use the offline voice, which is faster.
    const services = this.#currentAnswer?.awaitsVoice ? [] : this.#voices;
    const wait = this.#newAnswer(stop.signal, { aside: 'wait', services });
    this.#stopWait = () => {
      if (!this.#core.utterances.has(wait.id)) stop.abort();
    };
    void this.#recite(wait, words)
      .then(() => wait.end())
      .catch(() => undefined)
      .then(() => this.#core.history.cut(wait.id, ''));
  }

  #recite(answer: SpokenAnswer, text: string): Promise<void> {
    for (const clause of this.#options.splitClauses(text)) answer.say(clause);
    return Promise.resolve();
  }

  async #answer(answer: SpokenAnswer, request: string | undefined, signal: AbortSignal): Promise<void> {
    const history = this.#core.history.entries();
    const exchange: ChatMessage[] = [];
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { messages, tools } = await this.#requests.compose(history, request);
      const say = (clause: string) => this.#say(answer, clause);
      // In the last round the model gets no tools, so it has to answer.
      const offered = round < MAX_ROUNDS - 1 ? tools : [];
      const { text, calls } = await this.#rounds.run([...messages, ...exchange], offered, say, signal);
      if (calls.length === 0) return;
      const outcomes = await Promise.all(
        calls.map(async (call) => ({
          call,
          outcome: await this.#core.tools.call(call.id, call.name, call.args),
        })),
      );
      signal.throwIfAborted();
      exchange.push(assistantMessage(text, calls));
      for (const { call, outcome } of outcomes) {
        exchange.push({ role: 'tool', tool_call_id: call.id, content: outcome?.output ?? 'cancelled' });
      }
      if (answer.hasWords && outcomes.every(({ outcome }) => outcome?.silent)) return;
    }
  }

  #say(answer: SpokenAnswer, clause: string): void {
    answer.say(clause.replace(/\[[^\]]{2,30}\]/g, '').trim());
    if (this.#rounds.toolsWork || !this.#core.host.plan.emotions) return;
    const emotion = emotionFromText(clause);
    if (!emotion || emotion === this.#emotion) return;
    this.#emotion = emotion;
    this.#core.emit({ type: 'emotion', emotion });
  }

  /** Apologizes, so that the user is not left in silence. */
  async #onFailedTurn(error: unknown, beganMs: number, signal: AbortSignal): Promise<void> {
    const failure = toError(error);
    const isLasting = error instanceof ProviderError && error.isLasting;
    if (isLasting || ++this.#failedTurns >= MAX_FAILED_TURNS) {
      // The conversation apologizes for an engine that has failed.
      return this.#core.fail(failure);
    }
    const waited = ((this.#core.clock.now() - beganMs) / 1000).toFixed(1);
    this.#core.warn(failure, `the agent apologized after ${waited} s`);
    this.#core.utterances.finishAll();
    const apology = this.#newAnswer(signal, { aside: 'apology', onBegun: () => this.#stopWait() });
    const words = this.#core.host.plan.apology ?? phrase('apology', this.#spokenLanguage);
    await this.#recite(apology, words);
    await apology.end().catch(() => undefined);
  }
}
