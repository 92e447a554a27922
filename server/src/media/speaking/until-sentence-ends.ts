import { type Clock, sleep } from '../../lib/clock.ts';
import type { AvatarRunner } from './avatar-runner.ts';

/** Resolves when the sentence that the avatar is saying has been played, after `maxMs` at the latest. */
export async function untilSentenceEnds(
  { clock, runner }: { clock: Clock; runner: AvatarRunner },
  maxMs: number,
): Promise<void> {
  const latest = clock.now() + maxMs;
  let endsAt: number | undefined;
  while (runner.busy && clock.now() < Math.min(endsAt ?? latest, latest)) {
    const leftMs = runner.sentenceLeftMs;
    if (endsAt === undefined && leftMs !== undefined) endsAt = clock.now() + leftMs;
    await sleep(clock, Math.min(50, Math.max(1, (endsAt ?? latest) - clock.now())));
  }
}
