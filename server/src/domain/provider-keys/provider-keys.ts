import type { EngineName, ProviderKeys as ListedKeys, Provider, ProviderKeyTrial } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import type { EngineChoice } from '../conversations/live-ports.ts';
import { notFound } from '../errors.ts';
import type { SigningSecrets } from '../messages/sign-message.ts';

export interface ProviderKey {
  organizationId: string;
  provider: Provider;
  /** Encrypted. */
  apiKey: string;
  /** Its last characters, by which people recognize it; empty for a short key. */
  ending: string;
  setAt: Date;
}

export interface ProviderKeyStore {
  list(organizationId: string): Promise<ProviderKey[]>;
  /** Stores the key, replacing an earlier one. */
  put(key: ProviderKey): Promise<void>;
  remove(organizationId: string, provider: Provider): Promise<ProviderKey | undefined>;
}

export interface ProviderWithKey {
  provider: Provider;
  title: string;
  operatorHasKey: boolean;
  key: ProviderKey | undefined;
}

/** What the operator has configured besides keys of providers. */
export type OperatorServers = ListedKeys['operatorServers'];

/** Asks the provider whether it accepts the key. */
export type TryProviderKey = (provider: Provider, apiKey: string) => Promise<ProviderKeyTrial>;

export interface EnginesOfOrganization {
  engines: EngineChoice;
  /** The organization's key for an engine; `undefined` if there is none, or the operator's is used. */
  keyFor: (engine: EngineName) => string | undefined;
}

export interface ProviderKeysNeeds {
  store: ProviderKeyStore;
  secrets: Pick<SigningSecrets, 'seal' | 'open'>;
  engines: EngineChoice;
  tryKey: TryProviderKey;
  operatorServers?: OperatorServers;
  clock: Clock;
}

const ENDING_CHARACTERS = 4;
/** Minimum length of a key whose ending is shown; of a shorter key it would reveal too much. */
const LONG_KEY = 16;

export type ProviderKeys = ReturnType<typeof createProviderKeys>;

export function createProviderKeys(needs: ProviderKeysNeeds) {
  const { store, secrets, engines, tryKey, operatorServers = [], clock } = needs;
  const withKeys = (keys: readonly ProviderKey[]): ProviderWithKey[] =>
    engines.offers.map(({ provider, title }) => ({
      provider,
      title,
      operatorHasKey: engines.hasKey(provider),
      key: keys.find((key) => key.provider === provider),
    }));
  const withKey = (provider: Provider, key: ProviderKey | undefined) =>
    withKeys(key ? [key] : []).find((candidate) => candidate.provider === provider)!;
  const noKey = (provider: Provider) => notFound('key of the organization for', provider);

  return {
    operatorServers,
    list: async (organizationId: string) => withKeys(await store.list(organizationId)),
    async set(organizationId: string, provider: Provider, key: string): Promise<ProviderWithKey> {
      const ending = key.length < LONG_KEY ? '' : key.slice(-ENDING_CHARACTERS);
      const row = { organizationId, provider, apiKey: secrets.seal(key), ending, setAt: clock() };
      await store.put(row);
      return withKey(provider, row);
    },
    /** @throws DomainError `not_found` if the organization has none */
    async remove(organizationId: string, provider: Provider): Promise<ProviderWithKey> {
      if (!(await store.remove(organizationId, provider))) throw noKey(provider);
      return withKey(provider, undefined);
    },
    /** @throws DomainError `not_found` if the organization has none */
    async try(organizationId: string, provider: Provider): Promise<ProviderKeyTrial> {
      const keys = await store.list(organizationId);
      const key = keys.find((candidate) => candidate.provider === provider);
      if (!key) throw noKey(provider);
      return tryKey(provider, secrets.open(key.apiKey));
    },
    /** Returns the engines, including those with the organization's keys for providers without an operator's key. */
    async enginesOf(organizationId: string): Promise<EnginesOfOrganization> {
      const keys = (await store.list(organizationId)).filter(({ provider }) => !engines.hasKey(provider));
      const keyOf = (engine: string) => keys.find(({ provider }) => provider === engine);
      return {
        engines: {
          ...engines,
          // An engine has the name of its provider.
          engineFor: (provider) => keyOf(provider)?.provider ?? engines.engineFor(provider),
        },
        keyFor: (engine) => {
          const key = keyOf(engine);
          return key && secrets.open(key.apiKey);
        },
      };
    },
  };
}
