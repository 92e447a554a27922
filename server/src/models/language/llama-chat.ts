import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { partialMark } from '../../lib/partial-mark.ts';
import { sizeOf, tooLarge } from '../catalogue/model-entry.ts';
import { type InstalledModel, requireVerified } from '../store/model-folder.ts';
import { callGrammar, TEXT_GRAMMAR } from './call-grammar.ts';
import { beginsUnmarkedCall, CALL_MARK, describeTools, readCall } from './call-text.ts';
import {
  CallTooLong,
  type ChatRequest,
  type HostedCall,
  type HostedMessage,
  type HostedTool,
  type LanguageModel,
} from './chat-request.ts';
import { readChatTemplate } from './chat-template.ts';
import { fitPrompt, MAX_CHARACTERS_A_TOKEN } from './fit-prompt.ts';
import type {
  LlamaContext,
  LlamaGrammarState,
  LlamaLibrary,
  LlamaModel,
  LlamaSampler,
} from './llama-types.ts';
import { loadLlama } from './load-llama.ts';
import {
  ANSWER_TOKENS,
  CONTEXT_TOKENS,
  commonLength,
  keptConversations,
  type Sequence,
  Sequences,
} from './sequences.ts';
import { THOUGHT_ENDS, THOUGHT_MARK, withoutThought } from './thought.ts';

/** Tokens that are computed at a time. Conversations take turns after each batch. */
const BATCH_TOKENS = 64;
/** The maximum number of characters of a tool's result, so that the question fits beside it. */
const MAX_TOOL_CHARACTERS = 1500;
const SAMPLING = { temperature: 0.5, topK: 40, topP: 0.9, minP: 0.05, repeatPenalty: 1.1 };
const REPEAT_WINDOW = 64;
/** Marks a message's text in the rendered template, so that nothing in it is read as a mark of the template. */
const CONTENT_PLACEHOLDER = /\uE000(\d+)\uE001/;

/**
 * Returns the number of threads for computing. One core is left for audio and video: with a thread per core, threads
 * that wait for each other stall on a busy machine.
 */
export const threadsFor = (cores: number): number => Math.max(1, cores - 1);

/** How the tokens of an answer are sampled. */
interface Sampling {
  sampler: LlamaSampler;
  generated: number[];
  grammar?: LlamaGrammarState;
  /** Whether the grammar is that of a call, in which quotes and braces must be repeated. */
  isCall?: boolean;
}

/** llama.cpp with one model, for several conversations that take turns. */
export class LlamaChat implements LanguageModel {
  readonly name: string;
  readonly takesTools: boolean;
  readonly #library: LlamaLibrary;
  readonly #model: LlamaModel;
  readonly #context: LlamaContext;
  readonly #template: { render(values: Record<string, unknown>): string };
  readonly #sequences: Sequences;
  /** The library can do only one thing at a time. */
  #lastOperation: Promise<unknown> = Promise.resolve();

  private constructor(
    name: string,
    parts: { library: LlamaLibrary; model: LlamaModel; context: LlamaContext; template: string },
    sequences: Sequences,
  ) {
    this.name = name;
    this.takesTools = parts.template.includes(CALL_MARK);
    this.#library = parts.library;
    this.#model = parts.model;
    this.#context = parts.context;
    this.#template = new parts.library.AddonJinjaRenderer(parts.template);
    this.#sequences = sequences;
  }

  /**
   * Loads a model, after verifying its files.
   * @throws Error with a message for the operator, `RuntimeMissing` if llama.cpp is not installed
   */
  static async load(modelsFolder: string, installed: InstalledModel): Promise<LlamaChat> {
    const { manifest, folder } = installed;
    const file = manifest.files.find(({ path }) => path.endsWith('.gguf'));
    if (!file) throw new Error(`${manifest.name} has no .gguf file`);
    const fault = tooLarge(sizeOf(manifest.files));
    if (fault) throw new Error(`${manifest.name} cannot run on this machine: ${fault}`);
    await requireVerified(installed);
    const path = join(folder, file.path);
    const template = await readChatTemplate(path);
    const library = await loadLlama(modelsFolder);
    const model = new library.AddonModel(path, { addonExports: library, gpuLayers: 0, useMmap: true });
    if (!(await model.init())) throw new Error(`llama.cpp could not load ${manifest.name}`);
    const cores = availableParallelism();
    const sequences = keptConversations(cores);
    const context = new library.AddonContext(model, {
      contextSize: sequences * CONTEXT_TOKENS,
      batchSize: BATCH_TOKENS,
      sequences,
      threads: threadsFor(cores),
    });
    if (!(await context.init())) throw new Error(`there is not enough memory for ${manifest.name}`);
    return new LlamaChat(manifest.name, { library, model, context, template }, new Sequences(sequences));
  }

  async *answer(request: ChatRequest, signal: AbortSignal): AsyncGenerator<string | HostedCall> {
    // Wait before anything is computed, so that waiting and aborted requests cost nothing.
    const sequence = await this.#sequences.take(request.key, signal);
    try {
      yield* this.#answerIn(sequence, request, signal);
    } finally {
      this.#sequences.release(request.key, sequence);
    }
  }

  async *#answerIn(
    sequence: Sequence,
    request: ChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<string | HostedCall> {
    const { maxTokens, tools, mustCall, messages } = request;
    const prompt = this.#fit(request);
    // A small model would call again and again, so after a call it must answer in words.
    const hasCalled = messages.at(-1)?.role === 'tool';
    const grammar = tools && !hasCalled ? callGrammar(tools) : undefined;
    const sampler = maxTokens > 0 ? new this.#library.AddonSampler(this.#model) : undefined;
    const sampling: Sampling | undefined = sampler && { sampler, generated: [] };
    if (sampling && grammar !== undefined && mustCall) this.#startCall(sampling, grammar);
    if (sampling && tools && hasCalled) sampling.grammar = this.#startGrammar(TEXT_GRAMMAR);
    try {
      // The last token is always computed again, because the answer begins where it ends.
      const kept = Math.min(commonLength(sequence.tokens, prompt), prompt.length - 1);
      await this.#truncate(sequence, kept);
      let token = -1;
      while (sequence.tokens.length < prompt.length) {
        const at = sequence.tokens.length;
        const batch = prompt.slice(at, at + BATCH_TOKENS);
        const isLast = at + batch.length === prompt.length;
        token = await this.#step(sequence, batch, isLast ? sampling : undefined);
        yield '';
        signal.throwIfAborted();
      }
      if (sampling) yield* this.#generate(sequence, token, sampling, { maxTokens, grammar }, signal);
    } finally {
      sampler?.dispose();
    }
  }

  async *#generate(
    sequence: Sequence,
    first: number,
    sampling: Sampling,
    { maxTokens, grammar }: { maxTokens: number; grammar: string | undefined },
    signal: AbortSignal,
  ): AsyncGenerator<string | HostedCall> {
    const { generated } = sampling;
    const marks = grammar ? [THOUGHT_MARK, CALL_MARK] : [THOUGHT_MARK];
    let text = '';
    let maxTokensLeft = maxTokens;
    /** How many characters have already been yielded. */
    let yieldedLength = 0;
    /** Where the call begins. */
    let callAt = sampling.isCall ? 0 : -1;
    for (let token = first; token >= 0 && !this.#model.isEogToken(token); ) {
      generated.push(token);
      text = this.#model.detokenize(Uint32Array.from(generated));
      const thoughtAt = callAt < 0 ? text.indexOf(THOUGHT_MARK) : -1;
      if (thoughtAt >= 0) {
        // Somebody waits for the answer, so the thought ends where it begins.
        yield text.slice(yieldedLength, thoughtAt);
        signal.throwIfAborted();
        const end = [...this.#model.tokenize(THOUGHT_ENDS, true)];
        maxTokensLeft -= generated.length + end.length;
        generated.length = 0;
        yieldedLength = 0;
        text = '';
        token = await this.#step(sequence, [token, ...end], sampling);
        continue;
      }
      if (callAt < 0 && grammar !== undefined && beginsUnmarkedCall(text)) {
        // Its text so far was not yielded: replace it by the mark, and start the grammar.
        const mark = [...this.#model.tokenize(`${CALL_MARK}\n`, true)];
        maxTokensLeft -= generated.length + mark.length;
        generated.length = 0;
        callAt = 0;
        this.#startCall(sampling, grammar);
        token = await this.#step(sequence, mark, sampling);
        continue;
      }
      if (callAt < 0 && grammar !== undefined && text.includes(CALL_MARK)) {
        callAt = text.indexOf(CALL_MARK) + CALL_MARK.length;
        // If a token contains more than the mark, the call has begun without the grammar.
        if (text.slice(callAt).trim() === '') this.#startCall(sampling, grammar);
      }
      // A character may consist of several tokens.
      const isWhole = !text.endsWith('\uFFFD');
      const end =
        callAt >= 0 ? Math.max(0, callAt - CALL_MARK.length) : text.length - partialMark(text, marks);
      yield isWhole ? text.slice(yieldedLength, end) : '';
      if (isWhole) yieldedLength = Math.max(yieldedLength, end);
      if (generated.length >= maxTokensLeft) break;
      signal.throwIfAborted();
      token = await this.#step(sequence, [token], sampling);
    }
    if (callAt < 0) {
      if (text.length > yieldedLength && !text.endsWith('\uFFFD')) yield text.slice(yieldedLength);
      return;
    }
    const call = readCall(text.slice(callAt));
    if (!call) throw new CallTooLong(`the tool call is longer than ${maxTokens} tokens`);
    yield call;
  }

  #startCall(sampling: Sampling, grammar: string): void {
    sampling.grammar = this.#startGrammar(grammar);
    sampling.isCall = true;
  }

  #startGrammar(grammar: string): LlamaGrammarState {
    const { AddonGrammar, AddonGrammarEvaluationState } = this.#library;
    const parsed = new AddonGrammar(grammar, { addonExports: this.#library });
    return new AddonGrammarEvaluationState(this.#model, parsed);
  }

  /** Forgets a sequence except for its beginning. */
  #truncate(sequence: Sequence, kept: number): Promise<void> {
    return this.#exclusively(async () => {
      if (kept === sequence.tokens.length) return;
      const isCut = kept > 0 && this.#context.removeTokenCellsFromSequence(sequence.id, kept, -1);
      // Some kinds of models cannot forget single tokens.
      if (!isCut) this.#context.disposeSequence(sequence.id);
      sequence.tokens.length = isCut ? kept : 0;
    });
  }

  /** Computes tokens. Returns the one that follows, or -1 if there is none or nothing is sampled. */
  #step(sequence: Sequence, tokens: readonly number[], sampling: Sampling | undefined): Promise<number> {
    return this.#exclusively(async () => {
      const context = this.#context;
      context.initBatch(tokens.length);
      const logits = sampling ? [tokens.length - 1] : [];
      const [position] = context.addToBatch(
        sequence.id,
        sequence.tokens.length,
        Uint32Array.from(tokens),
        Uint32Array.from(logits),
      );
      await context.decodeBatch();
      sequence.tokens.push(...tokens);
      if (!sampling) return -1;
      const { sampler, generated, grammar, isCall } = sampling;
      const repeatPenaltyTokens = Uint32Array.from(generated.slice(-REPEAT_WINDOW));
      sampler.applyConfig({
        ...SAMPLING,
        ...(grammar && { grammarEvaluationState: grammar }),
        ...(isCall && { repeatPenalty: 1 }),
        seed: Math.floor(Math.random() * 2 ** 32),
        repeatPenaltyTokens,
      });
      return context.sampleToken(position!, sampler);
    });
  }

  #exclusively<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = this.#lastOperation.then(operation);
    this.#lastOperation = result.catch(() => undefined);
    return result;
  }

  #fit({ messages, maxTokens, tools }: ChatRequest): number[] {
    if (tools && JSON.stringify(tools).length > CONTEXT_TOKENS * MAX_CHARACTERS_A_TOKEN)
      throw new RangeError('the schemas of the tools are too large');
    const tokensByContent = new Map<string, Uint32Array>();
    const tokenize = (content: string) => {
      const tokens = tokensByContent.get(content) ?? this.#model.tokenize(content, false);
      tokensByContent.set(content, tokens);
      return tokens;
    };
    const render = (some: readonly HostedMessage[]) => this.#tokensOf(some, tokenize, maxTokens > 0, tools);
    const bounded = messages.map(({ role, content }) => ({
      role,
      content: role === 'tool' ? content.slice(0, MAX_TOOL_CHARACTERS) : content,
    }));
    try {
      // What is computed in advance leaves room for an answer, too, so that the same messages are dropped.
      return fitPrompt(bounded, CONTEXT_TOKENS - (maxTokens || ANSWER_TOKENS), { tokenize, render });
    } catch (error) {
      // Tells the caller that the request may fit without the tools.
      if (error instanceof RangeError && tools) error.message += ', including the schemas of the tools';
      throw error;
    }
  }

  #tokensOf(
    chat: readonly HostedMessage[],
    tokenize: (content: string) => Uint32Array,
    isToBeAnswered: boolean,
    tools: readonly HostedTool[] | undefined,
  ): number[] {
    const messages = tools && !this.takesTools ? withTools(chat, tools) : chat;
    let rendered: string;
    try {
      rendered = this.#template.render({
        messages: messages.map(({ role }, at) => ({ role, content: `\uE000${at}\uE001` })),
        ...(tools &&
          this.takesTools && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
        add_generation_prompt: isToBeAnswered,
        enable_thinking: false,
        bos_token: '',
        eos_token: this.#model.getTokenString(this.#model.tokenEos()),
      });
    } catch (error) {
      throw new RangeError(`the model does not accept these messages: ${(error as Error).message}`);
    }
    const parts = withoutThought(rendered)
      .split(CONTENT_PLACEHOLDER)
      .flatMap((part, at) =>
        at % 2 === 0 ? [...this.#model.tokenize(part, true)] : [...tokenize(messages[Number(part)]!.content)],
      );
    return this.#model.shouldPrependBosToken() ? [this.#model.tokenBos(), ...parts] : parts;
  }
}

/** Adds the tools to the instructions, for a model whose template does not support tools. */
function withTools(messages: readonly HostedMessage[], tools: readonly HostedTool[]): HostedMessage[] {
  const [first, ...rest] = messages;
  const description = describeTools(tools);
  return first?.role === 'system'
    ? [{ ...first, content: first.content + description }, ...rest]
    : [{ role: 'system', content: description.trim() }, ...messages];
}
