export interface HistoryCall {
  callId: string;
  name: string;
  args: Record<string, unknown>;
}

export interface HistoryEntry {
  id: string;
  /** `note`: a system message to the model, which is not spoken. `tool`: `text` is the tool's result for `call`. */
  role: 'user' | 'assistant' | 'note' | 'tool';
  text: string;
  /** Present if the role is `tool`. */
  call?: HistoryCall;
}

/** Maximum length of a tool's result, and of its arguments; the model has already spoken about their essence. */
const MAX_TOOL_CHARACTERS = 2000;
/** Maximum length of a call's id and name, which a model chooses. */
const MAX_CALL_NAME = 200;

/** Maximum number of entries; those without text count too, because they keep their place. */
const MAX_ENTRIES = 500;

/**
 * The conversation so far, in order. It is sent to a new connection after the old one was lost. An entry can be
 * reserved before its text is known, because the user's transcript arrives after the answer has begun.
 */
export class History {
  readonly #maxCharacters: number;
  readonly #entries = new Map<string, HistoryEntry>();
  #characters = 0;
  #lastId: string | undefined;
  #calls = 0;

  constructor(maxCharacters = 24_000) {
    this.#maxCharacters = maxCharacters;
  }

  /** Sets the text of an entry, which is added at the end if it is new. */
  set(id: string, role: HistoryEntry['role'], text: string): void {
    const entry = this.#entries.get(id) ?? this.#add({ id, role, text: '' });
    this.#write(entry, text);
    this.#forgetOldest();
  }

  addCall({ callId, name, args }: HistoryCall, output: string): void {
    const call = {
      callId: callId.slice(0, MAX_CALL_NAME),
      name: name.slice(0, MAX_CALL_NAME),
      args: JSON.stringify(args).length > MAX_TOOL_CHARACTERS ? {} : args,
    };
    const text = output.length > MAX_TOOL_CHARACTERS ? `${output.slice(0, MAX_TOOL_CHARACTERS)}…` : output;
    // Some servers use the same ids in every answer.
    const id = `call ${++this.#calls} ${call.callId}`;
    this.#write(this.#add({ id, role: 'tool', text: '', call }), text);
    this.#forgetOldest();
  }

  append(id: string, role: HistoryEntry['role'], text: string): void {
    this.set(id, role, (this.textOf(id) ?? '') + text);
  }

  /** Cuts an interrupted answer to the part that was played, or removes it if nothing was. */
  cut(id: string, heardText: string): void {
    const entry = this.#entries.get(id);
    if (entry) this.#write(entry, heardText.trim() === '' ? '' : `${heardText.trimEnd()} —`);
  }

  textOf(id: string): string | undefined {
    return this.#entries.get(id)?.text;
  }

  /** The id of the newest entry, as a mark for `entries`. */
  get lastId(): string | undefined {
    return this.#lastId;
  }

  /** Returns the entries with text; only those after `afterId`, if that entry still exists. */
  entries(afterId?: string): HistoryEntry[] {
    const entries = [...this.#entries.values()];
    return entries
      .slice(entries.findIndex((entry) => entry.id === afterId) + 1)
      .filter((entry) => entry.text.trim() !== '')
      .map((entry) => ({ ...entry }));
  }

  /** Returns the conversation as dialogue text, for providers that take the history only as text. */
  asText(): string {
    const speakers = { user: 'User', assistant: 'You', note: 'Note', tool: 'Tool' };
    return this.entries()
      .map(({ role, text, call }) => {
        const speaker = call ? `Tool ${call.name}(${JSON.stringify(call.args)})` : speakers[role];
        return `${speaker}: ${text.trim()}`;
      })
      .join('\n');
  }

  #add(entry: HistoryEntry): HistoryEntry {
    this.#entries.set(entry.id, entry);
    this.#lastId = entry.id;
    return entry;
  }

  /** Sets an entry's text, cut to the maximum for the whole history. */
  #write(entry: HistoryEntry, text: string): void {
    const kept = text.slice(0, this.#maxCharacters);
    this.#characters += kept.length - entry.text.length;
    entry.text = kept;
  }

  #forgetOldest(): void {
    for (const [id, { text }] of this.#entries) {
      const { size } = this.#entries;
      if (size === 1 || (size <= MAX_ENTRIES && this.#characters <= this.#maxCharacters)) return;
      this.#entries.delete(id);
      this.#characters -= text.length;
    }
  }
}
