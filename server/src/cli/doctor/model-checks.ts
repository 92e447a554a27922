import type { ProviderDescriptor, ProviderSettings, VendorModel } from '../../providers/realtime/provider.ts';
import { type Finding, fail, note, ok } from './finding.ts';

/** A shutdown date nearer than this is reported. */
const NEAR_MS = 180 * 24 * 60 * 60_000;

/**
 * Asks the vendor whether it accepts the key and has the models that conversations will use, and until when.
 * `furtherModels`: further models that the operator allows requests to name.
 */
export async function modelFindings(
  provider: ProviderDescriptor,
  settings: ProviderSettings,
  {
    furtherModels = [],
    now = Date.now(),
  }: { furtherModels?: readonly string[] | undefined; now?: number } = {},
): Promise<Finding[]> {
  const { id, settings: names } = provider;
  let listed: VendorModel[];
  try {
    if (provider.checkKey) return [ok(`${id}: ${await provider.checkKey(settings)}`)];
    if (!provider.listModels || !provider.modelsInUse) return [];
    listed = await provider.listModels(settings);
  } catch (error) {
    return [fail(`${id}: ${(error as Error).message}`, `Check ${names.apiKey} and ${names.baseUrl}.`)];
  }
  if (listed.length === 0) return [note(`${id}: the server lists no models`)];
  const inUse = provider.modelsInUse(settings, now);
  const further = furtherModels.filter((model) => !inUse.includes(model));
  return [
    ...inUse.map((model) => findingOf(provider, model, listed, now, `Set ${names.model} to another model.`)),
    ...further.map((model) =>
      findingOf(
        provider,
        model,
        listed,
        now,
        `Remove it from ${names.furtherModels}, or replace it with another.`,
      ),
    ),
  ];
}

function findingOf(
  provider: ProviderDescriptor,
  model: string,
  listed: readonly VendorModel[],
  now: number,
  change: string,
): Finding {
  const { id, models } = provider;
  const found = listed.find(({ name }) => name === model);
  if (!found) return fail(`${id}: the vendor does not list the model ${model} for this key`, change);
  const known = models.find(({ name }) => name === model);
  const day = found.shutsDownOn ?? known?.retiresAt;
  if (!day) return ok(`${id}: has the model ${model}`);
  const leftMs = Date.parse(day) - now;
  if (leftMs <= 0) return fail(`${id}: the model ${model} was shut down on ${day}`, change);
  if (leftMs > NEAR_MS) return ok(`${id}: has the model ${model} until ${day}`);
  return known?.successor
    ? note(
        `${id}: the vendor shuts down the model ${model} on ${day}; from then on ${known.successor} replaces it`,
      )
    : note(`${id}: the vendor shuts down the model ${model} on ${day}`, change);
}
