import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { languageName } from '../../lib/language-name.ts';
import { MICROPHONE_RATE } from '../../lib/sample-rates.ts';
import { sleepUnlessAborted } from '../../lib/sleep-unless-aborted.ts';
import type { Voice } from '../../voices/voice.ts';
import type { Engine, EngineFactory, EngineHost, EngineTool } from '../engine.ts';
import { EngineCore } from '../engine-core.ts';
import { composeInstructions, greetingRequest, RESUME_REQUEST, wrapUpRequest } from '../instructions.ts';
import { ProviderError } from '../provider-error.ts';
import { emotionFromText } from '../tools/emotion-from-text.ts';
import type { WebSearch } from '../tools/standard-tools.ts';
import {
  assistantMessage,
  type ChatCall,
  ChatClient,
  type ChatEndpoint,
  type ChatMessage,
} from './chat-client.ts';
import { toChatMessages } from './chat-messages.ts';
import { ClauseStream } from './clause-stream.ts';
import type { SpeechEndpoint } from './speech-client.ts';
import { SpeechSegments, type VoiceActivity } from './speech-segments.ts';
import { SpeechVoices } from './speech-voices.ts';
import { type SpeechOptions, SpokenAnswer } from './spoken-answer.ts';
import { type TranscriptionEndpoint, transcribe } from './transcriber.ts';

export interface PipelineOptions {
  llm: ChatEndpoint;
  /** Absent: the consumer types. */
  stt?: (TranscriptionEndpoint & { voiceActivity: () => VoiceActivity }) | undefined;
  /** Absent: the offline voice speaks. */
  tts?: SpeechEndpoint | undefined;
  voice?: Voice | undefined;
  splitClauses: (text: string) => string[];
  clock: Clock;
  webSearch?: WebSearch | undefined;
  maxAheadMs?: number;
}

const MAX_AHEAD_MS = 15_000;
const MAX_ROUNDS = 6;
const MAX_FAILED_TURNS = 3;
const RETRY_PAUSE_MS = 500;
const MAX_RETRIES = 1;
/**
 * A server may ask for pauses (`Retry-After`): so many are waited for in an answer, each no longer than a user would
 * wait.
 */
const MAX_WAITS = 3;
const LONGEST_WAIT_MS = 15_000;
const REFUSES_TOOLS = /tool|function|reasoning/i;
const APOLOGY = 'I am sorry, I cannot answer just now. Please try again in a moment.';
const NOT_HEARD = 'I am sorry, I did not catch that.';

/** Speech to text, a language model and text to speech, each any server that speaks OpenAI's REST API. */
export function createPipelineEngine(options: PipelineOptions): EngineFactory {
  // The speech server is asked for its voices once, not in every conversation.
  const speech = options.tts && { endpoint: options.tts, voices: new SpeechVoices(options.tts) };
  return (host) => new PipelineEngine(host, options, speech);
}

class PipelineEngine implements Engine {
  readonly hears: boolean;
  readonly #options: PipelineOptions;
  readonly #core: EngineCore;
  readonly #chat: ChatClient;
  readonly #speech: SpeechOptions['service'];
  readonly #segments: SpeechSegments | undefined;
  #started = false;
  #turn: AbortController | undefined;
  /** Requests to make when the present turn is over. */
  readonly #later: (() => void)[] = [];
  #userSpeaking = false;
  #hearing: Promise<void> = Promise.resolve();
  #unheardSegments = 0;
  /** The user has said words that the model was not asked to answer yet. */
  #unanswered = false;
  readonly #ended = new AbortController();
  /** Off once the model has refused them. */
  #toolsWork = true;
  #emotion: string | undefined;
  /** ISO 639-1 code of the language that the user speaks, where the agent has no fixed one. */
  #language: string | undefined;
  #failedTurns = 0;
  #count = 0;

  constructor(host: EngineHost, options: PipelineOptions, speech: SpeechOptions['service']) {
    this.#options = options;
    this.#speech = speech;
    this.#core = new EngineCore(host, { ...options, onFailed: () => this.#stop() });
    this.#chat = new ChatClient(options.llm, (why) => this.#core.warn(`The language model sent ${why}`));
    this.hears = options.stt !== undefined;
    if (options.stt) {
      this.#segments = new SpeechSegments(options.stt.voiceActivity(), MICROPHONE_RATE, {
        speech: (speaking) => {
          this.#userSpeaking = speaking;
          this.#core.emit({ type: 'user_speech', speaking });
        },
        segment: (pcm) => this.#onSegment(pcm),
      });
    }
  }

  get model(): string | undefined {
    return this.#chat.model;
  }

  async start(): Promise<void> {
    if (this.#core.ended || this.#started) throw new Error('started twice, or closed before');
    this.#started = true;
    await this.#chat.check();
  }

  greet(): void {
    const { greeting } = this.#core.host.plan;
    if (greeting?.trim()) this.#begin((answer) => this.#recite(answer, greeting));
    else this.#ask(greetingRequest(this.#core.host.plan));
  }

  pushAudio(pcm: Int16Array): void {
    if (!this.#core.ended) this.#segments?.push(pcm);
  }

  sendText(text: string): void {
    if (this.#core.ended || text.trim() === '') return;
    this.#abortTurn();
    this.#core.history.set(`user_${randomUUID()}`, 'user', text);
    this.#ask();
  }

  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void {
    this.#abortTurn();
    const { utterances } = this.#core;
    const open = utterances.openId;
    if (heard && utterances.has(heard.utteranceId)) utterances.cut(heard.utteranceId, heard.heardText);
    // Without `heard`, no part of the open utterance was played.
    else if (open) utterances.cut(open, '');
  }

  updateContext(text: string): void {
    if (!this.#core.ended && text.trim() !== '') {
      this.#core.history.set(`note_${randomUUID()}`, 'note', text);
    }
  }

  followLanguage(language: string): void {
    if (this.#core.ended) return;
    // Instructions are in English as a rule, and answers in English need no note.
    const isFirst = this.#language === undefined;
    this.#language = language;
    if (!isFirst || language !== 'en')
      this.updateContext(`The user speaks ${languageName(language)} (${language}).`);
  }

  forget(): void {
    // Nothing to do: every request to the model has the plan's present instructions.
  }

  wrapUp(secondsLeft: number): void {
    if (this.#core.ended) return;
    const ask = () => this.#ask(wrapUpRequest(secondsLeft));
    if (this.#turn) this.#later.push(ask);
    else ask();
  }

  close(): Promise<void> {
    this.#core.end();
    this.#stop();
    return Promise.resolve();
  }

  #stop(): void {
    this.#later.length = 0;
    this.#turn?.abort();
    this.#ended.abort();
  }

  #abortTurn(): void {
    // Calls of an interrupted answer are not in the history, so without this note the model would make the same call
    // again.
    for (const name of this.#core.tools.interrupt()) {
      const text = `The user broke in while you called ${name}, and the call was cancelled.`;
      this.#core.history.set(`note_${randomUUID()}`, 'note', text);
    }
    this.#turn?.abort();
    this.#turn = undefined;
  }

  #ask(request?: string): void {
    this.#unanswered = false;
    this.#begin((answer, signal) => this.#answer(answer, request, signal));
  }

  /** One turn at a time: a new one ends the one before. */
  #begin(say: (answer: SpokenAnswer, signal: AbortSignal) => Promise<void>): void {
    if (this.#core.ended) return;
    this.#abortTurn();
    this.#core.utterances.finishAll();
    this.#core.emit({ type: 'thinking' });
    const turn = new AbortController();
    this.#turn = turn;
    const answer = this.#newAnswer(turn.signal);
    const run = async () => {
      try {
        await say(answer, turn.signal);
        await answer.end();
        this.#failedTurns = 0;
      } catch (error) {
        if (turn.signal.aborted) return;
        await this.#onFailedTurn(error, turn.signal);
      }
      if (this.#turn !== turn) return;
      this.#turn = undefined;
      if (!answer.hasWords) this.#core.emit({ type: 'unanswered' });
      this.#core.answerFinished();
      this.#later.shift()?.();
    };
    void run();
  }

  #newAnswer(signal: AbortSignal): SpokenAnswer {
    const { voice, clock, maxAheadMs = MAX_AHEAD_MS } = this.#options;
    const { plan } = this.#core.host;
    return new SpokenAnswer(
      `pipeline_${++this.#count}`,
      {
        core: this.#core,
        clock,
        service: this.#speech,
        voice,
        voiceName: plan.voice ?? 'Puck',
        style: plan.voiceInstructions,
        language: plan.language ?? this.#language,
        maxAheadMs,
      },
      signal,
    );
  }

  #recite(answer: SpokenAnswer, text: string): Promise<void> {
    for (const clause of this.#options.splitClauses(text)) answer.say(clause);
    return Promise.resolve();
  }

  async #answer(answer: SpokenAnswer, request: string | undefined, signal: AbortSignal): Promise<void> {
    const history = this.#core.history.entries();
    const exchange: ChatMessage[] = [];
    for (let round = 0; round < MAX_ROUNDS; round++) {
      // In the last round the model gets no tools, so it has to answer.
      const tools = this.#toolsWork && round < MAX_ROUNDS - 1 ? this.#core.tools.tools : [];
      const messages = toChatMessages(
        composeInstructions(this.#core.host.plan, { tools: this.#toolsWork ? this.#core.tools.tools : [] }),
        history,
        { request, passages: this.#toolsWork ? undefined : await this.#passagesFor(history.at(-1)?.text) },
      );
      const { text, calls } = await this.#generate(answer, [...messages, ...exchange], tools, signal);
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

  /** One round of the model, spoken as it is written. Where it breaks off, the model is asked once to go on. */
  async #generate(
    answer: SpokenAnswer,
    messages: ChatMessage[],
    tools: readonly EngineTool[],
    signal: AbortSignal,
  ): Promise<{ text: string; calls: ChatCall[] }> {
    let offered = tools;
    /** The clauses that have been sent to the voice. */
    const said: string[] = [];
    for (let attempt = 1; ; ) {
      const clauses = new ClauseStream(this.#options.splitClauses);
      const say = (clause: string) => {
        said.push(clause);
        this.#say(answer, clause);
      };
      let text = said.map((clause) => `${clause} `).join('');
      let calls: ChatCall[] = [];
      try {
        for await (const event of this.#chat.stream(toGoOn(messages, text), offered, signal)) {
          if (event.type === 'calls') {
            calls = event.calls;
            continue;
          }
          text += event.text;
          for (const clause of clauses.push(event.text)) say(clause);
        }
        for (const clause of clauses.flush()) say(clause);
        return { text, calls };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ProviderError)) throw error;
        if (offered.length > 0 && error.kind === 'rejected' && REFUSES_TOOLS.test(error.message)) {
          if (this.#chat.stopReasoning()) continue;
          this.#chat.restoreReasoning();
          this.#toolsWork = false;
          this.#core.count(error);
          this.#core.warn(`${error.message}; the model goes on without tools`);
          offered = [];
          continue;
        }
        // Where a rate limit says when it ends, the wait is worth repeating; other failures are retried once.
        const told = error.retryAfterMs;
        const patience = told === undefined ? MAX_RETRIES : MAX_WAITS;
        if (!error.retryable || attempt > patience || (told ?? 0) > LONGEST_WAIT_MS) throw error;
        attempt++;
        this.#core.count(error);
        if (text !== '') this.#core.warn(`${error.message}; asking for the rest`);
        await sleepUnlessAborted(this.#options.clock, told ?? RETRY_PAUSE_MS, signal);
        signal.throwIfAborted();
      }
    }
  }

  #say(answer: SpokenAnswer, clause: string): void {
    answer.say(clause.replace(/\[[^\]]{2,30}\]/g, '').trim());
    if (this.#toolsWork || !this.#core.host.plan.emotions) return;
    const emotion = emotionFromText(clause);
    if (!emotion || emotion === this.#emotion) return;
    this.#emotion = emotion;
    this.#core.emit({ type: 'emotion', emotion });
  }

  /** For a model without tools, which cannot search by itself. */
  async #passagesFor(question: string | undefined): Promise<string | undefined> {
    if (!question) return undefined;
    try {
      const passages = await this.#core.host.searchKnowledge?.(question, 4);
      return passages?.map(({ documentName, text }) => `${documentName}: ${text}`).join('\n\n') || undefined;
    } catch (error) {
      this.#core.count(error);
      this.#core.warn(`The knowledge base could not be searched: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** Apologizes, so that the user is not left in silence. */
  async #onFailedTurn(error: unknown, signal: AbortSignal): Promise<void> {
    const trouble = error instanceof Error ? error : String(error);
    const kind = error instanceof ProviderError ? error.kind : undefined;
    const final = kind === 'auth' || kind === 'quota' || ++this.#failedTurns >= MAX_FAILED_TURNS;
    if (final) {
      // The conversation apologizes for an engine that has failed.
      this.#core.fail(trouble);
      return;
    }
    this.#core.warn(trouble);
    this.#core.utterances.finishAll();
    const apology = this.#newAnswer(signal);
    await this.#recite(apology, APOLOGY);
    await apology.end().catch(() => undefined);
  }

  #onSegment(pcm: Int16Array): void {
    const itemId = `user_${randomUUID()}`;
    // One after the other, so that words keep their order.
    this.#unheardSegments++;
    this.#hearing = this.#hearing.then(() => this.#hear(itemId, pcm));
  }

  async #hear(itemId: string, pcm: Int16Array): Promise<void> {
    const { signal } = this.#ended;
    let failed = false;
    let text = '';
    try {
      if (!signal.aborted) text = await this.#transcribe(pcm);
    } catch (error) {
      failed = true;
      this.#core.warn(error instanceof Error ? error : String(error));
    }
    this.#unheardSegments--;
    if (signal.aborted) return;
    if (text !== '') {
      this.#core.history.set(itemId, 'user', text);
      this.#core.emit({ type: 'user_transcript', itemId, text, final: true });
      this.#unanswered = true;
    }
    // A user who speaks on has not finished: the next words are answered together with these.
    if (this.#userSpeaking || this.#unheardSegments > 0) return;
    if (this.#unanswered) this.#ask();
    else if (failed) this.#begin((answer) => this.#recite(answer, NOT_HEARD));
  }

  async #transcribe(pcm: Int16Array): Promise<string> {
    const { language } = this.#core.host.plan;
    const stt = { ...this.#options.stt!, ...(language !== undefined && { language }) };
    const { signal } = this.#ended;
    try {
      return await transcribe(stt, pcm, MICROPHONE_RATE, signal);
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.retryable) throw error;
      return await transcribe(stt, pcm, MICROPHONE_RATE, signal);
    }
  }
}

/** Asks for the rest of an answer of which `said` has been spoken. */
function toGoOn(messages: ChatMessage[], said: string): ChatMessage[] {
  if (said === '') return messages;
  return [
    ...messages,
    { role: 'assistant', content: said.trim() },
    { role: 'user', content: `(${RESUME_REQUEST})` },
  ];
}
