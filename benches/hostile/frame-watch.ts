import { setTimeout } from 'node:timers/promises';
import { startOfAnother } from '@visavis/tests/dist/support/hostile/conversations.js';
import { LiveConsumer } from '@visavis/tests/dist/support/live-consumer.js';
import type { Service } from '@visavis/tests/dist/support/service.js';

/** Duration of the baseline measurement. */
const RESTING_MS = 5_000;

/** Measures, in another tenant's conversation, the waits between frames of the avatar. */
export class FrameWatch {
  readonly #consumer: LiveConsumer;
  /** The longest wait before the attack. */
  readonly restingMs: number;
  readonly #attackedAt = performance.now();

  private constructor(consumer: LiveConsumer, restingMs: number) {
    this.#consumer = consumer;
    this.restingMs = restingMs;
  }

  static async start(service: Service): Promise<FrameWatch> {
    const { serverUrl, token, avatar } = await startOfAnother(service);
    const consumer = new LiveConsumer(avatar);
    await consumer.join(serverUrl, token);
    await consumer.until('its picture', () => consumer.frames.length > 10);
    const since = performance.now();
    await setTimeout(RESTING_MS);
    return new FrameWatch(consumer, longestGap(consumer.frames, since));
  }

  /** @returns the longest wait since the attack began; infinite if the conversation did not survive it */
  async stop(): Promise<number> {
    const ms = longestGap(this.#consumer.frames, this.#attackedAt);
    const isOver = this.#consumer.disconnectedBecause !== undefined;
    await this.#consumer.leave();
    return isOver ? Number.POSITIVE_INFINITY : ms;
  }
}

/** Returns the longest gap since then, including the waits before the first frame and after the last. */
function longestGap(frames: readonly number[], since: number): number {
  const times = [since, ...frames.filter((at) => at >= since), performance.now()];
  return Math.max(...times.slice(1).map((at, place) => at - times[place]!));
}
