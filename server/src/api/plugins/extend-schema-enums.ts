import { AGENT_VOICES, MODELS, PROVIDERS } from '@visavis/contracts';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ProviderOffer } from '../../domain/conversations/live-ports.ts';

export interface AdditionalNames {
  /** Models that the operator allows besides those of the contract, by provider. */
  models: Readonly<Record<string, readonly string[]>>;
  /** The offers of the service's providers; the contract names only some providers. */
  offers: readonly ProviderOffer[];
}

interface Addition {
  /** An enum with all of these values is extended by `names`. */
  enumValues: readonly string[];
  names: readonly string[];
  note: string;
}

/**
 * Lets requests use names beyond those of the contract: models that the operator allows, and additional providers with
 * their models and voices. It extends the enums in every schema, so that validation, error messages and the OpenAPI
 * document agree. Register it before the routes and before plugins that read the schemas.
 */
export const extendSchemaEnums = fastifyPlugin(async (app: FastifyInstance, additional: AdditionalNames) => {
  const additions = findAdditions(additional);
  if (additions.length === 0) return;
  // Schemas that routes share stay shared: each is compiled only once.
  const extended = new WeakMap<object, object>();

  const extend = <T>(part: T): T => {
    if (typeof part !== 'object' || part === null) return part;
    const known = extended.get(part);
    if (known) return known as T;
    const inner = Array.isArray(part)
      ? part.map(extend)
      : Object.fromEntries(Object.entries(part).map(([key, value]) => [key, extend(value)]));
    const copy = isList(inner) ? withNames(inner, additions) : inner;
    // A HEAD route is derived from its GET route, which was extended already.
    extended.set(part, copy).set(copy, copy);
    return copy as T;
  };
  app.addHook('onRoute', (route) => {
    if (route.schema) route.schema = extend(route.schema);
  });
});

function findAdditions({ models, offers }: AdditionalNames): Addition[] {
  const allowed = Object.entries(models).filter(([, names]) => names.length > 0);
  const offered = allowed.map(([provider, some]) => `${some.join(', ')} (${provider})`).join('; ');
  const added = offers.filter(({ provider }) => !PROVIDERS.includes(provider));
  const titles = added.map(({ title }) => title).join(', ');
  return [
    {
      enumValues: MODELS,
      names: allowed.flatMap(([, some]) => some),
      note: `The operator of this service also allows: ${offered}.`,
    },
    {
      enumValues: PROVIDERS,
      names: added.map(({ provider }) => provider),
      note: `This service also has the providers ${titles}.`,
    },
    {
      enumValues: MODELS,
      names: added.flatMap((offer) => offer.models),
      note: `The models of ${titles} are also allowed.`,
    },
    {
      enumValues: AGENT_VOICES,
      names: added.flatMap(({ voices }) => voices),
      note: `The voices of ${titles} are also allowed.`,
    },
  ].filter(({ names }) => names.length > 0);
}

interface ListSchema {
  enum: readonly unknown[];
  description?: string;
}

function isList(schema: object): schema is ListSchema {
  return 'enum' in schema && Array.isArray(schema.enum);
}

function withNames(schema: ListSchema, additions: readonly Addition[]): ListSchema {
  const own = additions.filter(({ enumValues }) => enumValues.every((name) => schema.enum.includes(name)));
  if (own.length === 0) return schema;
  const description = [schema.description, ...own.map(({ note }) => note)].filter(Boolean).join(' ');
  return {
    ...schema,
    enum: [...new Set([...schema.enum, ...own.flatMap(({ names }) => names)])],
    description,
  };
}
