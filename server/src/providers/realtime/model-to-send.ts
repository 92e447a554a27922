import type { ProviderOffer } from './provider.ts';

export interface ModelToSend {
  model: string;
  /** The requested model, if the vendor has shut it down and `model` replaces it. */
  replaces?: string;
}

/**
 * Returns the model to send to a vendor: the requested one, else the operator's, else the default. If the vendor has
 * shut it down by `now` (milliseconds since 1970), its successor. Unknown names are passed through.
 * @throws Error if the requested model clearly belongs to another vendor
 */
export function modelToSend(
  offer: Pick<ProviderOffer, 'id' | 'models' | 'foreignModels' | 'defaultModel'>,
  choice: { requested?: string | undefined; configured?: string | undefined },
  now: number,
): ModelToSend {
  const { id, models, foreignModels, defaultModel } = offer;
  const first = choice.requested?.replace(/^models\//, '') || choice.configured || defaultModel;
  if (first === undefined) throw new Error(`the provider ${id} has no default model`);
  if (foreignModels?.test(first)) throw new Error(`the provider ${id} does not have the model ${first}`);
  const seen = new Set<string>();
  let model = first;
  for (;;) {
    const entry = models.find(({ name }) => name === model);
    if (!entry?.successor || (entry.retiresAt && now < Date.parse(entry.retiresAt))) break;
    seen.add(model);
    if (seen.has(entry.successor))
      throw new Error(`the list of models of ${id} is invalid: the successors of ${first} form a cycle`);
    model = entry.successor;
  }
  return model === first ? { model } : { model, replaces: first };
}
