import type { WaitingRoom } from '@visavis/contracts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RoomGrant } from '../domain/conversations/live-ports.ts';
import { silentLogger } from '../lib/logger.ts';
import { WaitingAvatars } from './waiting-avatars.ts';

const MAYA = { identity: 'maya', name: 'Maya' };
const KENJI = { identity: 'kenji', name: 'Kenji' };
const VIDEO = { width: 64, height: 64, fps: 25, idleFps: 12.5 };
const HOUR_MS = 60 * 60_000;

/** A pool whose avatars arrive at once, and rooms that are only recorded. */
class Stage {
  readonly sent: (WaitingRoom & { conversationId: string })[] = [];
  readonly discarded: string[] = [];
  readonly grants: RoomGrant[] = [];
  readonly rooms = new Map<string, string>();
  arrives = true;
  hasPlace = true;
  readonly waiting: WaitingAvatars = new WaitingAvatars({
    pool: {
      prepare: (conversationId, room) => {
        if (!this.hasPlace) return false;
        this.sent.push({ conversationId, ...room });
        this.waiting.report(conversationId, this.arrives);
        return true;
      },
      discard: (conversationId) => void this.discarded.push(conversationId!),
    },
    rooms: {
      open: async (room, organizationId) => void this.rooms.set(room, organizationId),
      close: (room) => void this.rooms.delete(room),
      urlForWorkers: () => './',
      mint: async (grant) => {
        this.grants.push(grant);
        return 'token';
      },
    },
    video: VIDEO,
    log: silentLogger,
  });

  /** Starts a conversation with this avatar and lets its start finish. @returns the id for which the avatar waited */
  async start(avatar: typeof MAYA): Promise<string | undefined> {
    const id = this.waiting.claim(avatar);
    await vi.advanceTimersByTimeAsync(3000);
    return id;
  }
}

let stage: Stage;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  stage = new Stage();
});
afterEach(() => {
  stage.waiting.close();
  vi.useRealTimers();
});

describe('the avatar that waits for the next conversation', () => {
  test('is started in advance, under its name in the room, and is ready for the next conversation', async () => {
    expect(stage.waiting.claim(MAYA)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(2999);
    expect(stage.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    const { conversationId } = stage.sent[0]!;
    expect(stage.sent).toEqual([{ conversationId, room: { url: './', token: 'token' }, video: VIDEO }]);
    expect(stage.grants).toMatchObject([{ ...MAYA, room: conversationId, role: 'avatar' }]);
    // The avatar's join counts against no organization.
    expect([...stage.rooms]).toEqual([[conversationId, 'nobody']]);
    expect(stage.waiting.count).toBe(1);

    expect(stage.waiting.claim({ ...MAYA, name: 'May' })).toBeUndefined();
    expect(stage.waiting.claim(KENJI)).toBeUndefined();
    expect(await stage.start(MAYA)).toBe(conversationId);
    expect(stage.waiting).toMatchObject({ count: 1, taken: 1 });
    expect(await stage.start(MAYA)).toBe(stage.sent[1]!.conversationId);
    expect(stage.discarded).toEqual([]);
  });

  test('is the most frequent of the last conversations, and alternating avatars do not replace each other', async () => {
    for (const avatar of [MAYA, KENJI, MAYA, KENJI, MAYA, KENJI]) await stage.start(avatar);
    expect(stage.grants.map(({ identity }) => identity)).toEqual(['maya', 'maya', 'maya']);
    await stage.start(KENJI);
    expect(stage.grants.map(({ identity }) => identity)).toEqual(['maya', 'maya', 'maya', 'kenji']);
    expect(stage.discarded).toEqual([stage.sent[2]!.conversationId]);
    expect(stage.rooms.has(stage.sent[2]!.conversationId)).toBe(false);
    expect(stage.waiting.claim(KENJI)).toBe(stage.sent[3]!.conversationId);
  });

  test('is replaced after a growing delay if it is lost', async () => {
    stage.arrives = false;
    await stage.start(MAYA);
    expect(stage.sent).toHaveLength(1);
    expect(stage.waiting.claim(MAYA)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(3000 + 12 * 60_000);
    const tries = stage.sent.length;
    expect(tries).toBeGreaterThan(6);
    expect(tries).toBeLessThan(30);
    stage.arrives = true;
    await vi.advanceTimersByTimeAsync(180_000);
    expect(stage.sent).toHaveLength(tries + 1);
    stage.waiting.report(stage.sent.at(-1)!.conversationId, false);
    expect(stage.waiting.count).toBe(0);
    expect(stage.rooms.size).toBe(0);
    await vi.advanceTimersByTimeAsync(3000);
    expect(stage.sent).toHaveLength(tries + 2);
  });

  test('leaves a service that was unused for an hour, and returns with the next conversation', async () => {
    await stage.start(MAYA);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(stage.waiting.count).toBe(0);
    expect(stage.rooms.size).toBe(0);
    await vi.advanceTimersByTimeAsync(10 * HOUR_MS);
    expect(stage.sent).toHaveLength(1);
    expect(await stage.start(MAYA)).toBeUndefined();
    expect(stage.waiting.count).toBe(1);
  });
});
