import { defaultProvider, standIn } from '../conversations/default-provider.ts';
import { createSigningSecrets } from '../messages/sign-message.ts';
import { createModelServers } from '../model-servers/model-servers.ts';
import type { FilledPorts, Stores } from '../ports.ts';
import { createProviderKeys } from '../provider-keys/provider-keys.ts';
import { createLocalModels } from './local-models.ts';

type ModelServicesNeeds = Pick<
  FilledPorts,
  | 'engines'
  | 'modelKeeper'
  | 'messageTargets'
  | 'operatorEmbeds'
  | 'tryModelServer'
  | 'tryProviderKey'
  | 'secret'
  | 'clock'
> & { stores: Pick<Stores, 'modelServers' | 'providerKeys'> };

/** Whose models answer: those of vendors, of an organization's own servers, and of this machine. */
export function createModelServices(needs: ModelServicesNeeds) {
  const { stores, secret } = needs;
  const modelServers = createModelServers({
    ...needs,
    store: stores.modelServers,
    secrets: createSigningSecrets(secret, 'keys of model servers'),
    targets: needs.messageTargets,
    tryServer: needs.tryModelServer,
    operatorEmbeds: needs.operatorEmbeds ?? false,
  });
  const providerKeys = createProviderKeys({
    ...needs,
    store: stores.providerKeys,
    secrets: createSigningSecrets(secret, 'keys of providers'),
    tryKey: needs.tryProviderKey,
  });
  return {
    modelServers,
    providerKeys,
    localModels: createLocalModels(needs.modelKeeper),
    /** Who would answer now where nobody has chosen a provider. */
    defaultAnswer: async (organizationId: string) => {
      const { engines } = await providerKeys.enginesOf(organizationId);
      const provider = defaultProvider(engines);
      return { provider, engine: engines.engineFor(provider) ?? standIn(engines) ?? null };
    },
  };
}
