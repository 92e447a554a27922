import { type ConversationPlan, DEFAULT_VOICE } from '@visavis/contracts';
import type { WaitPhrases } from '../../engines/phrases.ts';
import { type Clock, sleep } from '../../lib/clock.ts';
import { USER_PATIENCE } from '../../providers/patience.ts';
import type { ConversationDeps } from '../conversation-deps.ts';
import type { Ending } from '../life/ending.ts';
import { speakFallback } from '../speaking/apology.ts';
import type { AvatarRunner } from '../speaking/avatar-runner.ts';

export interface LateStartNeeds {
  plan: ConversationPlan;
  deps: Pick<ConversationDeps, 'fallbackVoice' | 'userPatience'>;
  clock: Clock;
  ending: Ending;
  runner: AvatarRunner;
  waitPhrases: WaitPhrases;
  /** Resolves when the engine has started or failed. */
  ready: Promise<unknown> | undefined;
}

/** Says that it takes a while if the engine is still not started when the consumer has waited for some time. */
export async function announceLateStart({
  plan,
  deps,
  clock,
  ending,
  runner,
  waitPhrases,
  ready,
}: LateStartNeeds): Promise<void> {
  const { fallbackVoice, userPatience: { waitPhraseMs } = USER_PATIENCE } = deps;
  let isDue = plan.engine !== undefined && waitPhraseMs > 0;
  void ready?.then(() => {
    isDue = false;
  });
  if (isDue) await sleep(clock, waitPhraseMs);
  if (!isDue || !plan.engine || ending.hasEnded) return;
  const { voice = DEFAULT_VOICE, language } = plan.engine;
  const words = waitPhrases.next(language);
  const spoken = await speakFallback(words, { voice, language }, fallbackVoice).catch(() => undefined);
  if (!spoken || !isDue || ending.hasEnded) return;
  waitPhrases.markSpoken();
  runner.append('wait', spoken);
  runner.finish('wait');
}
