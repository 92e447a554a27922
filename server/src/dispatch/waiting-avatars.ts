import type { ConversationPlan } from '@visavis/contracts';
import type { Rooms, WaitingAvatarPool } from '../domain/conversations/live-ports.ts';
import { newId } from '../domain/ids.ts';
import { backoffMs } from '../lib/backoff.ts';
import type { Logger } from '../lib/logger.ts';
import type { WorkerPool } from './pool-contract.ts';

/** The identity and name of an avatar in a room. A participant's identity cannot be changed. */
interface AvatarName {
  identity: string;
  name: string;
}

/** Number of recent starts remembered: enough to find the most popular avatar, few enough to follow a change. */
const REMEMBERED_STARTS = 16;

function isSameAvatar(one: AvatarName, other: AvatarName): boolean {
  return one.identity === other.identity && one.name === other.name;
}

/** By then a conversation shows its first frame; entering a room takes 0.2 s of CPU time. */
const DELAY_AFTER_START_MS = 3000;
/** After being unused for this long, a service no longer keeps an avatar waiting. */
const MAX_IDLE_MS = 60 * 60_000;
const RETRY_PAUSE = { firstMs: 2000, maxMs: 120_000 };
/** Lifetime of its token; the room server renews it. */
const TOKEN_SECONDS = (2 * MAX_IDLE_MS) / 1000;
/** A room that its avatar has left, or never entered, closes by itself. */
const EMPTY_SECONDS = 60;
/** Joins of waiting avatars do not count for any organization. */
const UNBILLED_ORGANIZATION = 'nobody';

export interface WaitingAvatarsOptions {
  pool: Pick<WorkerPool, 'prepare' | 'discard'>;
  rooms: Pick<Rooms, 'open' | 'close' | 'mint' | 'urlForWorkers'>;
  video: ConversationPlan['video'];
  log: Logger;
}

/** An avatar that waits for the next conversation, whose id is already fixed; its room is open and otherwise empty. */
interface WaitingEntry {
  conversationId: string;
  avatar: AvatarName;
  present: boolean;
}

/**
 * Keeps one avatar, the one most likely needed, waiting in a room of the service, at a worker of this process. Whatever
 * happens to it, a conversation without it also starts, only later.
 */
export class WaitingAvatars implements WaitingAvatarPool {
  taken = 0;
  readonly #options: WaitingAvatarsOptions;
  /** The avatars of the last conversations, latest first. */
  #recent: AvatarName[] = [];
  #waiting: WaitingEntry | undefined;
  #failures = 0;
  #lastStartAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: WaitingAvatarsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#waiting?.present ? 1 : 0;
  }

  claim(avatar: AvatarName): string | undefined {
    this.#recent = [avatar, ...this.#recent].slice(0, REMEMBERED_STARTS);
    this.#lastStartAt = performance.now();
    this.#failures = 0;
    this.#scheduleRefresh(DELAY_AFTER_START_MS);
    const held = this.#waiting;
    if (!held?.present || !isSameAvatar(held.avatar, avatar)) return undefined;
    this.#waiting = undefined;
    this.taken++;
    return held.conversationId;
  }

  release(conversationId: string): void {
    this.#options.pool.discard(conversationId);
    this.#options.rooms.close(conversationId);
  }

  report(conversationId: string, present: boolean): void {
    const held = this.#waiting;
    if (held?.conversationId !== conversationId) return;
    held.present = present;
    if (present) {
      this.#failures = 0;
      this.#scheduleRefresh(MAX_IDLE_MS);
    } else this.#onLost(held);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#discard();
  }

  #scheduleRefresh(delayMs: number): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refresh(), delayMs).unref();
  }

  /**
   * The avatar that the next conversation most likely needs: the most frequent of the last ones. The waiting one stays
   * until another is started more often, so that equally popular ones do not keep replacing each other.
   */
  get #likeliest(): AvatarName | undefined {
    const startsOf = (avatar: AvatarName) => this.#recent.filter((each) => isSameAvatar(each, avatar)).length;
    let best = this.#waiting?.avatar;
    for (const avatar of this.#recent) if (!best || startsOf(avatar) > startsOf(best)) best = avatar;
    return best;
  }

  /** Sends the likeliest avatar ahead, replacing another one; after long idleness, only removes the waiting one. */
  async #refresh(): Promise<void> {
    if (performance.now() - this.#lastStartAt >= MAX_IDLE_MS) return this.#discard();
    const avatar = this.#likeliest;
    if (!avatar) return;
    if (this.#waiting && isSameAvatar(this.#waiting.avatar, avatar))
      return this.#scheduleRefresh(MAX_IDLE_MS);
    this.#discard();
    const held = { conversationId: newId('conv'), avatar, present: false };
    this.#waiting = held;
    try {
      if (await this.#send(held)) return;
    } catch (error) {
      this.#options.log.info(
        { event: 'waiting_avatar.not_sent', err: error, conversationId: held.conversationId },
        'the service could not start a waiting avatar for the next conversation',
      );
    }
    this.#onLost(held);
  }

  /** @returns false if there is no place for it */
  async #send({ conversationId, avatar }: WaitingEntry): Promise<boolean> {
    const { pool, rooms, video } = this.#options;
    await rooms.open(conversationId, UNBILLED_ORGANIZATION, EMPTY_SECONDS, false);
    const token = await rooms.mint({
      ...avatar,
      room: conversationId,
      role: 'avatar',
      ttlSeconds: TOKEN_SECONDS,
    });
    if (this.#waiting?.conversationId !== conversationId) return false;
    return pool.prepare(conversationId, { room: { url: rooms.urlForWorkers(), token }, video });
  }

  #onLost(held: WaitingEntry): void {
    this.release(held.conversationId);
    if (this.#waiting !== held) return;
    this.#waiting = undefined;
    this.#failures++;
    this.#scheduleRefresh(backoffMs(this.#failures, RETRY_PAUSE));
  }

  #discard(): void {
    const held = this.#waiting;
    this.#waiting = undefined;
    if (held) this.release(held.conversationId);
  }
}
