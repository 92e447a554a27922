import type { Provider } from '@visavis/contracts';
import type { EngineChoice, ProviderOffer } from '../conversations/live-ports.ts';
import { unprocessable } from '../errors.ts';

type Offers = Pick<EngineChoice, 'offers' | 'furtherModels'>;

/**
 * @throws DomainError `unprocessable` at `field` for a name that is not this provider's; the message lists its names
 */
export function requireOffered(
  { offers, furtherModels }: Offers,
  kind: 'voice' | 'model',
  provider: Provider,
  value: string | null | undefined,
  field: string,
): void {
  if (!value) return;
  const namesOf = (offer: ProviderOffer) => (kind === 'voice' ? offer.voices : offer.models);
  const own = offerOf(offers, provider);
  if (namesOf(own).includes(value)) return;
  const further = kind === 'model' ? furtherModels(provider) : [];
  if (further.includes(value)) return;
  const offered = [...new Set([...namesOf(own), ...further])];
  const owner = offers.find((offer) => namesOf(offer).includes(value));
  const fault = owner ? `${value} is a ${kind} of ${owner.title}` : `${own.title} has no ${kind} ${value}`;
  throw unprocessable(
    field,
    offered.length > 0
      ? `${fault}; with the provider ${provider}, choose ${joinNames(offered)}, or omit it for the default.`
      : `${fault}; with the provider ${provider}, the agent there has its own ${kind}, so omit this.`,
  );
}

/**
 * Requires that the provider has a voice resource's voice, which is always one of Gemini. With another provider, the
 * resource's guidance is used only together with a `voice` of that provider.
 * @throws DomainError `unprocessable` at `field`
 */
export function requireHearable(
  { offers }: Offers,
  provider: Provider,
  identity: string,
  field: string,
): void {
  const { title, voices } = offerOf(offers, provider);
  if (voices.includes(identity)) return;
  throw unprocessable(
    field,
    voices.length > 0
      ? `The voice speaks as ${identity}, which ${title} does not have; also set voice to one of ${title}'s (${joinNames(voices)}), which then follows its guidance.`
      : `The voice speaks as ${identity}, but an agent at ${title} has its own voice, so omit this.`,
  );
}

function offerOf(offers: readonly ProviderOffer[], provider: Provider): ProviderOffer {
  const offer = offers.find((candidate) => candidate.provider === provider);
  if (!offer) throw new Error(`no descriptor describes the provider ${provider}`);
  return offer;
}

function joinNames(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
