import { type Static, Type } from 'typebox';
import { PROVIDERS } from './agent.ts';
import { Body, DateTime, Resource } from './common.ts';

const KEY_LENGTH = 500;

export const ProviderKey = Resource(
  'ProviderKey',
  {
    provider: Type.Enum(PROVIDERS, { description: 'As agents name it.' }),
    name: Type.String({ description: 'Its name for people.', examples: ['OpenAI'] }),
    operatorHasKey: Type.Boolean({
      description:
        'The operator has set a key. Conversations use that one, whether the organization has one or not.',
    }),
    hasKey: Type.Boolean({ description: 'Whether the organization has a key; it is never shown.' }),
    ending: Type.Optional(
      Type.String({ description: 'The last four characters of the organization’s key, where it is long.' }),
    ),
    setAt: Type.Optional(DateTime('When the organization’s key was set.')),
  },
  'A provider, and whose key its conversations use.',
);
export type ProviderKey = Static<typeof ProviderKey>;

export const ProviderKeys = Resource('ProviderKeys', { providerKeys: Type.Array(ProviderKey) });
export type ProviderKeys = Static<typeof ProviderKeys>;

export const ProviderKeyParams = Type.Object({
  provider: Type.Enum(PROVIDERS, { description: 'The provider.' }),
});

export const SetProviderKey = Body({
  key: Type.String({
    maxLength: KEY_LENGTH,
    pattern: '^[!-~]+$',
    description:
      'The key as the provider shows it: printable ASCII characters without spaces or line breaks. Stored encrypted.',
  }),
});
export type SetProviderKey = Static<typeof SetProviderKey>;

export const ProviderKeyTrial = Resource('ProviderKeyTrial', {
  ok: Type.Boolean({ description: 'Whether the provider takes the key.' }),
  tookMs: Type.Integer({ description: 'Milliseconds until that was known.' }),
  problem: Type.Optional(Type.String({ description: 'What is wrong.' })),
});
export type ProviderKeyTrial = Static<typeof ProviderKeyTrial>;
