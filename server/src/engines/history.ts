/** What the model called. */
export interface HistoryCall {
  callId: string;
  name: string;
  args: Record<string, unknown>;
}

export interface HistoryEntry {
  id: string;
  /** `note`: told by the system to the model, heard by nobody. `tool`: `text` is what the tool has answered to `call`. */
  role: 'user' | 'assistant' | 'note' | 'tool';
  text: string;
  /** Present where the role is `tool`. */
  call?: HistoryCall;
}

/** Of a tool's answer; the model has spoken of what mattered in it. */
const MAX_TOOL_CHARACTERS = 2000;

/**
 * What was said and heard so far, in order: what a new connection is told when an old one is gone.
 * A place can be taken before its words are known, since transcripts of the user arrive after the answer began.
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

  /** An interrupted answer comes to what was heard of it; nothing heard, nothing said. */
  cut(id: string, heardText: string): void {
    const entry = this.#find(id);
    if (!entry) return;
    entry.text = heardText.trim() === '' ? '' : `${heardText.trimEnd()} —`;
  }

  textOf(id: string): string | undefined {
    return this.#find(id)?.text;
  }

  /** The newest place; a mark for `entries`. */
  get lastId(): string | undefined {
    return this.#entries.at(-1)?.id;
  }

  /** Entries that have words; only those after the mark where that is still known. */
  entries(afterId?: string): HistoryEntry[] {
    const start = this.#entries.findIndex((entry) => entry.id === afterId) + 1;
    return this.#entries
      .slice(start)
      .filter((entry) => entry.text.trim() !== '')
      .map((entry) => ({ ...entry }));
  }

  /** The conversation as a screenplay, for providers that take history as words only. */
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
