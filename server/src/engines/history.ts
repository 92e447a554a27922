/** A tool call of the model. */
export interface HistoryCall {
  callId: string;
  name: string;
  args: Record<string, unknown>;
}

export interface HistoryEntry {
  id: string;
  /**
   * `note`: a message of the system to the model, which is not spoken. `tool`: `text` is the tool's result for `call`.
   */
  role: 'user' | 'assistant' | 'note' | 'tool';
  text: string;
  /** Present where the role is `tool`. */
  call?: HistoryCall;
}

/** Maximum length of a tool's result; the model has spoken about its essence. */
const MAX_TOOL_CHARACTERS = 2000;

/**
 * The conversation so far, in order; it is sent to a new connection after the old one was lost. An entry can be
 * reserved before its text is known, because the user's transcript arrives after the answer has begun.
 */
export class History {
  readonly #maxCharacters: number;
  readonly #entries: HistoryEntry[] = [];

  constructor(maxCharacters = 24_000) {
    this.#maxCharacters = maxCharacters;
  }

  /** Sets the text of an entry, at the end if it is new. */
  set(id: string, role: HistoryEntry['role'], text: string): void {
    const entry = this.#find(id);
    if (entry) entry.text = text;
    else this.#entries.push({ id, role, text });
    this.#forgetOldest();
  }

  addCall(call: HistoryCall, output: string): void {
    const text = output.length > MAX_TOOL_CHARACTERS ? `${output.slice(0, MAX_TOOL_CHARACTERS)}…` : output;
    this.#entries.push({ id: `call ${call.callId}`, role: 'tool', text, call });
    this.#forgetOldest();
  }

  append(id: string, role: HistoryEntry['role'], text: string): void {
    this.set(id, role, (this.#find(id)?.text ?? '') + text);
  }

  /** Cuts an interrupted answer to the part that was played; removes it if nothing was. */
  cut(id: string, heardText: string): void {
    const entry = this.#find(id);
    if (!entry) return;
    entry.text = heardText.trim() === '' ? '' : `${heardText.trimEnd()} —`;
  }

  textOf(id: string): string | undefined {
    return this.#find(id)?.text;
  }

  /** The id of the newest entry; a mark for `entries`. */
  get lastId(): string | undefined {
    return this.#entries.at(-1)?.id;
  }

  /** Entries with text; only those after the mark, if that entry still exists. */
  entries(afterId?: string): HistoryEntry[] {
    const start = this.#entries.findIndex((entry) => entry.id === afterId) + 1;
    return this.#entries
      .slice(start)
      .filter((entry) => entry.text.trim() !== '')
      .map((entry) => ({ ...entry }));
  }

  /** The conversation as dialogue text, for providers that take the history as text only. */
  asText(): string {
    const speakers = { user: 'User', assistant: 'You', note: 'Note', tool: 'Tool' };
    return this.entries()
      .map(({ role, text, call }) => {
        const speaker = call ? `Tool ${call.name}(${JSON.stringify(call.args)})` : speakers[role];
        return `${speaker}: ${text.trim()}`;
      })
      .join('\n');
  }

  #find(id: string): HistoryEntry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  #forgetOldest(): void {
    let length = this.#entries.reduce((sum, entry) => sum + entry.text.length, 0);
    while (length > this.#maxCharacters && this.#entries.length > 1) {
      length -= this.#entries.shift()!.text.length;
    }
  }
}
