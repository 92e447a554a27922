import { MODELS } from '@visavis/contracts';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/**
 * Lets requests name the models that the operator allows beside the contract's: every schema that lists the contract's
 * lists them as well, so validation, its messages and the OpenAPI document agree. Must be registered before the routes
 * and before what reads them.
 */
export const furtherModels = fastifyPlugin(
  async (app: FastifyInstance, { models }: { models: Readonly<Record<string, readonly string[]>> }) => {
    const allowed = Object.entries(models).filter(([, names]) => names.length > 0);
    if (allowed.length === 0) return;
    const names = [...new Set(allowed.flatMap(([, some]) => some))];
    const told = allowed.map(([provider, some]) => `${some.join(', ')} (${provider})`).join('; ');
    const note = `The operator of this service allows further ones: ${told}.`;
    // Routes share schemas, which the document names once.
    const extended = new WeakMap<object, object>();

    const extend = <T>(part: T): T => {
      if (typeof part !== 'object' || part === null) return part;
      const known = extended.get(part);
      if (known) return known as T;
      const copy = listsModels(part) ? withModels(part, names, note) : extendParts(part, extend);
      extended.set(part, copy);
      // A HEAD route is made of its GET route, after this has been here.
      extended.set(copy, copy);
      return copy as T;
    };
    app.addHook('onRoute', (route) => {
      if (route.schema) route.schema = extend(route.schema);
    });
  },
);

interface ModelSchema {
  enum: readonly unknown[];
  description?: string;
}

function listsModels(schema: object): schema is ModelSchema {
  const values = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : [];
  return MODELS.every((model) => values.includes(model));
}

function withModels(schema: ModelSchema, names: readonly string[], note: string): ModelSchema {
  const description = [schema.description, note].filter(Boolean).join(' ');
  return { ...schema, enum: [...new Set([...schema.enum, ...names])], description };
}

/** The very same object where none of its parts changes. */
function extendParts(part: object, extend: <T>(inner: T) => T): object {
  if (Array.isArray(part)) {
    const items = part.map((item: unknown) => extend(item));
    return items.some((item, index) => item !== part[index]) ? items : part;
  }
  const entries = Object.entries(part).map(([key, value]) => [key, value, extend(value)] as const);
  if (entries.every(([, before, after]) => before === after)) return part;
  return { ...part, ...Object.fromEntries(entries.map(([key, , after]) => [key, after])) };
}
