import type { ChatMessage } from '../../providers/llm/chat-client.ts';
import type { EngineTool } from '../engine.ts';
import type { EngineCore } from '../engine-core.ts';
import type { HistoryEntry } from '../history.ts';
import { composeInstructions } from '../instructions.ts';
import { toChatMessages } from './chat-messages.ts';
import { findPassages } from './find-passages.ts';
import type { LanguageModels } from './language-models.ts';
import type { ModelRounds } from './model-rounds.ts';

export interface ModelRequest {
  messages: ChatMessage[];
  tools: readonly EngineTool[];
}

/** Composes the requests to the language model of a conversation: instructions, history, passages and tools. */
export class ModelRequests {
  readonly #core: EngineCore;
  readonly #models: LanguageModels;
  readonly #rounds: ModelRounds;

  constructor(core: EngineCore, models: LanguageModels, rounds: ModelRounds) {
    this.#core = core;
    this.#models = models;
    this.#rounds = rounds;
  }

  /** `request` is what the model should answer, if that is not the user's last words. */
  async compose(history: readonly HistoryEntry[], request?: string): Promise<ModelRequest> {
    const { isLocal } = this.#models;
    const hasTools = this.#rounds.toolsWork;
    const { instructions, tools } = this.#instruct();
    const searches = hasTools && !isLocal;
    const messages = toChatMessages(instructions, history, {
      request,
      passages: searches
        ? undefined
        : await findPassages(this.#core, history.at(-1)?.text, { isLocal, hasTools }),
      keepsPrefix: isLocal,
    });
    return { messages, tools };
  }

  /** Lets the model on this machine process everything before the next question while nobody waits. */
  async prepare(signal: AbortSignal): Promise<void> {
    if (!this.#models.isLocal || this.#core.ended) return;
    const { instructions, tools } = this.#instruct();
    const history = this.#core.history.entries();
    const [system, ...said] = toChatMessages(instructions, history, { keepsPrefix: true });
    const messages = history.length > 0 ? [system!, ...said] : [system!];
    // If that fails, the next request does it.
    await this.#models.current.chat.prepare(messages, tools, signal).catch(() => undefined);
  }

  /** Returns the instructions and the offered tools: what every request begins with. */
  #instruct() {
    const { host, tools: all } = this.#core;
    const quotesDocuments = this.#models.isLocal && host.searchKnowledge !== undefined;
    const tools = (this.#rounds.toolsWork ? all.tools : []).filter(
      // A small model calls other tools, but tends to invent facts instead of searching.
      ({ name }) => !(quotesDocuments && name === 'search_knowledge_base'),
    );
    return { instructions: composeInstructions(host.plan, { tools, quotesDocuments }), tools };
  }
}
