import type { Config } from '../config.ts';
import type { TryProviderKey } from '../domain/provider-keys/provider-keys.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { KEY_PLACE } from '../providers/realtime/provider.ts';
import { PROVIDERS } from '../providers/realtime/providers.ts';
import { attempt } from './attempt.ts';

/** Requests a list that every key may read; opens no conversation. */
export function composeProviderKeyTrial(
  settings: Config['providersWithoutKey'],
  clock: Clock = systemClock,
): TryProviderKey {
  return async (provider, apiKey) => {
    const vendor = PROVIDERS.find(({ id }) => id === provider);
    const { [provider]: withoutKey } = settings;
    if (!vendor || !withoutKey) throw new Error(`no descriptor describes the provider ${provider}`);
    const startedMs = clock.now();
    const { problem } = await attempt(async (signal) => {
      const settingsWithKey = { ...withoutKey, apiKey, keyPlace: KEY_PLACE };
      await (vendor.checkKey?.(settingsWithKey, signal) ?? vendor.listModels?.(settingsWithKey, signal));
      return true;
    }, clock);
    const tookMs = Math.round(clock.now() - startedMs);
    return problem === undefined ? { ok: true, tookMs } : { ok: false, tookMs, problem };
  };
}
