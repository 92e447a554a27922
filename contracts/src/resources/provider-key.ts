import { type Static, Type } from 'typebox';
import { PROVIDERS } from './agent.ts';
import { Body, Flag, MaybeText, MaybeTime, Resource, Text } from './common.ts';
import { MODEL_SERVER_USES } from './model-server.ts';

const KEY_LENGTH = 500;

export const ProviderKey = Resource(
  'ProviderKey',
  {
    provider: Type.Enum(PROVIDERS, { description: 'The provider, as in `provider` of agents.' }),
    name: Type.String({ description: 'Display name of the provider.', examples: ['OpenAI'] }),
    operatorHasKey: Flag(
      'Whether the operator has configured a key. Conversations then use it, even if the organization has its own.',
    ),
    hasKey: Flag('Whether the organization has a key. The key itself is never returned.'),
    ending: MaybeText(
      'Last four characters of the organization’s key. Absent if it is shorter than 16 characters.',
    ),
    setAt: MaybeTime('When the organization’s key was set.'),
  },
  'A provider, and the keys with which its conversations can run.',
);
export type ProviderKey = Static<typeof ProviderKey>;

export const ProviderKeys = Resource('ProviderKeys', {
  providerKeys: Type.Array(ProviderKey, { description: 'All providers, with or without a key.' }),
  operatorServers: Type.Array(
    Type.Object({
      use: Type.Enum(MODEL_SERVER_USES, { description: 'Purpose of the server.' }),
      model: Text('Name of the model.'),
      vendor: MaybeText('Vendor of the model. Absent for other servers.'),
    }),
    {
      description:
        'Servers that the operator of the service has configured. They serve agents that name no model server of their own.',
    },
  ),
});
export type ProviderKeys = Static<typeof ProviderKeys>;

export const ProviderKeyParams = Type.Object({
  provider: Type.Enum(PROVIDERS, { description: 'Provider of the key.' }),
});

export const SetProviderKey = Body({
  key: Type.String({
    maxLength: KEY_LENGTH,
    pattern: '^[!-~]+$',
    description:
      'API key of the provider: printable ASCII characters without spaces or line breaks. It is stored encrypted.',
  }),
});
export type SetProviderKey = Static<typeof SetProviderKey>;

export const ProviderKeyTrial = Resource('ProviderKeyTrial', {
  ok: Flag('Whether the provider accepts the key.'),
  tookMs: Type.Integer({ description: 'Duration of the test in milliseconds.' }),
  problem: MaybeText('Why the test failed. Absent if it succeeded.'),
});
export type ProviderKeyTrial = Static<typeof ProviderKeyTrial>;
