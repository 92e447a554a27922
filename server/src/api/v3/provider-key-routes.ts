import {
  ProviderKey,
  ProviderKeyParams,
  ProviderKeys,
  ProviderKeyTrial,
  SetProviderKey,
} from '@visavis/contracts';
import type { ProviderWithKey } from '../../domain/provider-keys/provider-keys.ts';
import { type Endpoint, operation } from '../api-app.ts';

export const providerKeyRoutes: Endpoint = (app, { providerKeys }) => {
  app.get(
    '/provider-keys',
    operation('api_key', 'provider keys', {
      operationId: 'listProviderKeys',
      summary: 'List provider keys',
      description:
        'Lists all providers and shows whether the operator and the organization have a key for them, and the servers of the operator.',
      response: { 200: ProviderKeys },
    }),
    async ({ organization }) => ({
      providerKeys: (await providerKeys.list(organization.id)).map(presentProviderKey),
      operatorServers: providerKeys.operatorServers,
    }),
  );
  app.put(
    '/provider-keys/:provider',
    operation('api_key', 'provider keys', {
      operationId: 'setProviderKey',
      summary: 'Set provider key',
      description:
        'Stores the key of the organization for the provider and replaces the previous one. It is used from the next conversation on, ' +
        'unless the operator has configured a key. It is sent only to the provider, or to the server that the operator has configured instead.',
      params: ProviderKeyParams,
      body: SetProviderKey,
      response: { 200: ProviderKey },
      flags: { permission: 'administer', audited: 'without values' },
    }),
    async ({ organization, params, body }) =>
      presentProviderKey(await providerKeys.set(organization.id, params.provider, body.key)),
  );
  app.delete(
    '/provider-keys/:provider',
    operation('api_key', 'provider keys', {
      operationId: 'deleteProviderKey',
      summary: 'Delete provider key',
      description: 'Deletes the key of the organization. Running conversations continue to use it.',
      params: ProviderKeyParams,
      response: { 200: ProviderKey },
      flags: { permission: 'administer' },
    }),
    async ({ organization, params }) =>
      presentProviderKey(await providerKeys.remove(organization.id, params.provider)),
  );
  app.post(
    '/provider-keys/:provider/try',
    operation('api_key', 'provider keys', {
      operationId: 'tryProviderKey',
      summary: 'Test provider key',
      description:
        'Asks the provider whether it accepts the key of the organization. The request is free of charge at the provider.',
      params: ProviderKeyParams,
      response: { 201: ProviderKeyTrial },
      flags: { permission: 'administer', storesNothing: true },
    }),
    async ({ organization, params }, reply) =>
      reply.code(201).send(await providerKeys.try(organization.id, params.provider)),
  );
};

function presentProviderKey({ provider, title, operatorHasKey, key }: ProviderWithKey): ProviderKey {
  return {
    provider,
    name: title,
    operatorHasKey,
    hasKey: key !== undefined,
    ...(key?.ending && { ending: key.ending }),
    ...(key && { setAt: key.setAt.toISOString() }),
  };
}
