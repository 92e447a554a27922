import { GEMINI_MODELS, OPENAI_MODELS, OPENAI_VOICES, type Provider, VOICE_NAMES } from '@visavis/contracts';
import { unprocessable } from '../errors.ts';

interface Offer {
  title: string;
  voice: readonly string[];
  model: readonly string[];
}

/** The voices and models of the specification, by whose they are. An agent at ElevenLabs brings its own. */
const OFFERS: Record<Provider, Offer> = {
  openai: { title: 'OpenAI', voice: OPENAI_VOICES, model: OPENAI_MODELS },
  gemini: { title: 'Gemini', voice: VOICE_NAMES, model: GEMINI_MODELS },
  elevenlabs: { title: 'ElevenLabs', voice: [], model: [] },
};

/**
 * @param further what the operator allows beside the contract's
 * @throws DomainError `unprocessable` at `path`, naming what the provider has, for what is another provider's
 */
export function requireOffered(
  kind: 'voice' | 'model',
  provider: Provider,
  value: string | null | undefined,
  path: string,
  further: readonly string[] = [],
): void {
  const { title } = OFFERS[provider];
  const offered = [...new Set([...OFFERS[provider][kind], ...further])];
  if (!value || offered.includes(value)) return;
  const owner = Object.values(OFFERS).find((offer) => offer[kind].includes(value));
  const fault = owner ? `${value} is a ${kind} of ${owner.title}` : `${title} has no ${kind} ${value}`;
  throw unprocessable(
    path,
    offered.length > 0
      ? `${fault}; with the provider ${provider}, choose ${listed(offered)}, or leave it out for the default.`
      : `${fault}; with the provider ${provider}, the agent there has its own ${kind}, so leave this out.`,
  );
}

/**
 * A voice resource always names a voice of Gemini. For another provider its guidance can be used only beside a
 * `voice` that this provider has.
 * @throws DomainError `unprocessable` at `path`
 */
export function requireHearable(provider: Provider, identity: string, path: string): void {
  const { title, voice } = OFFERS[provider];
  if (voice.includes(identity)) return;
  throw unprocessable(
    path,
    voice.length > 0
      ? `it speaks as ${identity}, which ${title} does not have; name one of ${title}'s in voice as well (${listed(voice)}), and its guidance is used with that.`
      : `it speaks as ${identity}, but an agent at ${title} has its own voice, so leave this out.`,
  );
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
