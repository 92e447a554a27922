import type { ConversationEvent, EndReason, TimelineType } from '@visavis/contracts';
import type { Clock } from '../lib/clock.ts';
import type { ProviderFault } from '../providers/provider-error.ts';

export type Author = 'system' | 'user' | 'character';
type TranscriptEvent = Extract<ConversationEvent, { kind: 'transcript' }>;

/** In characters, because the result of a tool may have any length. */
const MAX_CONTENT = 10_000;
/** Entries of one conversation: far more than people say in a day, but a caller's room may be full of programs. */
const LIMITS = { entries: 20_000, characters: 4_000_000 };
/** The part of it for the user's words: a user who sends very many does not end the record of what the avatar says. */
const USER_LIMITS = { entries: LIMITS.entries / 2, characters: LIMITS.characters / 2 };
/** Maximum characters of an entry's id, which a caller's agent chooses. */
const MAX_ID_LENGTH = 200;
/** An entry that grows is reported at most this often: each report is a write to the store. */
const REPORT_INTERVAL_MS = 1000;

/** Emits what happens in a conversation as events, in order, and nothing after its end. */
export class Reporter {
  readonly #clock: Clock;
  readonly #emit: (event: ConversationEvent) => void;
  #ended = false;
  readonly #conversationAllowance = new Allowance(LIMITS);
  readonly #userAllowance = new Allowance(USER_LIMITS);
  /** Each transcript entry, which grows while it is spoken: its length, whether it was final, when it was reported. */
  readonly #entries = new Map<string, { length: number; final: boolean; reportedAtMs: number }>();
  /** The newest state of entries that was not reported yet. */
  readonly #pendingEvents = new Map<string, ConversationEvent>();

  /** Whether the avatar is still leaving the room: the end is reported nevertheless, and the room must stay. */
  isLeaving = false;

  constructor(clock: Clock, emit: (event: ConversationEvent) => void) {
    this.#clock = clock;
    this.#emit = emit;
  }

  /** `content` is plain text, or an object of measured values, which is written as JSON. */
  timeline(type: TimelineType, author: Author, content: string | object): void {
    const text = cut(typeof content === 'string' ? content : JSON.stringify(content));
    if (!this.#fits(text.length)) return;
    this.#report({ kind: 'timeline', at: this.#clock.wall(), type, author, content: text });
  }

  /** `said`: when it was said, if not now. */
  transcript(
    entryId: string,
    author: 'user' | 'character',
    content: string,
    final: boolean,
    said?: TranscriptEvent['said'],
  ): void {
    const text = cut(content);
    const id = entryId.slice(0, MAX_ID_LENGTH);
    const before = this.#entries.get(id);
    // If an entry that was already final arrives again, it is recorded as a new one.
    const isNew = before === undefined || (before.final && final);
    const addedCharacters = isNew ? text.length : Math.max(0, text.length - before.length);
    if (author === 'user' && !this.#userFits(addedCharacters, isNew)) return;
    if (!this.#fits(addedCharacters, isNew)) return;
    const nowMs = this.#clock.now();
    const isPending = !final && before !== undefined && nowMs - before.reportedAtMs < REPORT_INTERVAL_MS;
    this.#entries.set(id, {
      length: Math.max(before?.length ?? 0, text.length),
      final: final || (before?.final ?? false),
      reportedAtMs: isPending ? before.reportedAtMs : nowMs,
    });
    const event: ConversationEvent = {
      kind: 'transcript',
      at: this.#clock.wall(),
      entryId: id,
      author,
      content: text,
      final,
      ...(said && { said }),
    };
    if (isPending) this.#pendingEvents.set(id, event);
    else {
      this.#pendingEvents.delete(id);
      this.#report(event);
    }
  }

  /** Reports a failure of a provider, which is counted. */
  fault({ provider, fault, waitedMs }: ProviderFault): void {
    const measured = waitedMs !== undefined && { waitedMs };
    if (this.#fits(0)) this.#report({ kind: 'fault', at: this.#clock.wall(), provider, fault, ...measured });
  }

  joined(): void {
    this.#report({ kind: 'joined', at: this.#clock.wall() });
  }

  /** `at`: when it really ended, if earlier than now (the consumer left before the grace period ran out). */
  ended(reason: EndReason, detail: string | undefined, at = this.#clock.wall()): void {
    for (const event of this.#pendingEvents.values()) this.#report(event);
    this.#report({
      kind: 'ended',
      at,
      reason,
      ...(detail && { detail }),
      ...(this.isLeaving && { isLeaving: true }),
    });
    this.#ended = true;
  }

  #fits(characters: number, isNew = true): boolean {
    return this.#conversationAllowance.take(characters, isNew, () =>
      this.#warn(
        `Recording stopped: this conversation exceeds the limit of ${LIMITS.entries} entries or ${LIMITS.characters} characters.`,
      ),
    );
  }

  #userFits(characters: number, isNew: boolean): boolean {
    return this.#userAllowance.take(characters, isNew, () =>
      this.#warn(
        `Recording of the user's words stopped: they exceed the limit of ${USER_LIMITS.entries} entries or ${USER_LIMITS.characters} characters.`,
      ),
    );
  }

  #warn(content: string): void {
    this.#report({ kind: 'timeline', at: this.#clock.wall(), type: 'warning', author: 'system', content });
  }

  #report(event: ConversationEvent): void {
    if (!this.#ended) this.#emit(event);
  }
}

/** A limited number of entries and characters. */
class Allowance {
  readonly #limits: typeof LIMITS;
  #entries = 0;
  #characters = 0;
  #isUsedUp = false;

  constructor(limits: typeof LIMITS) {
    this.#limits = limits;
  }

  /** @param onUsedUp called once, for the first entry that exceeds the limits @returns whether the entry fits */
  take(characters: number, isNew: boolean, onUsedUp: () => void): boolean {
    if (this.#isUsedUp) return false;
    if (isNew) this.#entries += 1;
    this.#characters += characters;
    this.#isUsedUp = this.#entries > this.#limits.entries || this.#characters > this.#limits.characters;
    if (this.#isUsedUp) onUsedUp();
    return !this.#isUsedUp;
  }
}

function cut(text: string): string {
  return text.length > MAX_CONTENT ? `${text.slice(0, MAX_CONTENT)}…` : text;
}
