import type { ProviderDescriptor, ProviderSettings, VendorModel } from '../../engines/provider.ts';
import { type Finding, fail, note, ok } from './finding.ts';

/** A shutdown that is nearer than this is told. */
const NEAR_MS = 180 * 24 * 60 * 60_000;

/** Asks the vendor whether it takes the key, and whether it has the models that conversations will use, and for how long. */
export async function modelFindings(
  provider: ProviderDescriptor,
  settings: ProviderSettings,
  now = Date.now(),
): Promise<Finding[]> {
  if (!provider.listModels || !provider.modelsInUse) return [];
  let listed: VendorModel[];
  try {
    listed = await provider.listModels(settings);
  } catch (error) {
    const hint = `Check ${provider.settings.apiKey} and ${provider.settings.baseUrl}.`;
    return [fail(`${provider.id}: ${(error as Error).message}`, hint)];
  }
  if (listed.length === 0) return [note(`${provider.id}: the server lists no models`)];
  return provider.modelsInUse(settings, now).map((model) => findingOf(provider, model, listed, now));
}

function findingOf(
  provider: ProviderDescriptor,
  model: string,
  listed: readonly VendorModel[],
  now: number,
): Finding {
  const { id, models, settings } = provider;
  const found = listed.find(({ name }) => name === model);
  const change = `Name another model in ${settings.model}.`;
  if (!found) return fail(`${id}: the vendor does not list the model ${model} for this key`, change);
  const known = models.find(({ name }) => name === model);
  const day = found.shutsDownOn ?? known?.retiresAt;
  if (!day) return ok(`${id}: has the model ${model}`);
  const leftMs = Date.parse(day) - now;
  if (leftMs <= 0) return fail(`${id}: the model ${model} was shut down on ${day}`, change);
  if (leftMs > NEAR_MS) return ok(`${id}: has the model ${model} until ${day}`);
  return known?.successor
    ? note(
        `${id}: the vendor shuts the model ${model} down on ${day}; ${known.successor} answers in its place then`,
      )
    : note(`${id}: the vendor shuts the model ${model} down on ${day}`, change);
}
