/**
 * Values of a schema that are as large as it allows, or larger by one, so that each limit of the document is tested.
 */
import type { Json } from './scenario.ts';

export interface Schema {
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  maximum?: number;
  $ref?: string;
}

/** Where the document has no limit: a length that no field should accept. */
const UNBOUNDED = { characters: 50_000, items: 200, properties: 200 };

/** @param beyond 0: at every limit; 1: above every one. */
export function atTheLimit(schema: Schema, resolve: (ref: string) => Schema, beyond: 0 | 1): Json {
  if (schema.$ref !== undefined) return atTheLimit(resolve(schema.$ref), resolve, beyond);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0]!;
  const one = schema.anyOf?.find(({ type }) => type !== 'null');
  if (one) return atTheLimit(one, resolve, beyond);
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'string':
      return textOf(schema, beyond);
    case 'integer':
    case 'number':
      return (schema.maximum ?? Number.MAX_SAFE_INTEGER - 1) + beyond;
    case 'boolean':
      return true;
    case 'array': {
      const length = (schema.maxItems ?? UNBOUNDED.items) + beyond;
      const item = atTheLimit(schema.items ?? {}, resolve, 0);
      return Array.from({ length }, (_, index) => distinct(item, index));
    }
    case 'object':
      return objectOf(schema, resolve, beyond);
    default:
      return 'x'.repeat(1_000);
  }
}

function textOf({ maxLength = UNBOUNDED.characters, format }: Schema, beyond: 0 | 1): string {
  const length = maxLength + beyond;
  if (format === 'uri') return `https://a.example/${'x'.repeat(Math.max(0, length - 18))}`;
  if (format === 'date-time') return '2026-11-22T00:00:00Z';
  return 'x'.repeat(length);
}

function objectOf(schema: Schema, resolve: (ref: string) => Schema, beyond: 0 | 1): Json {
  const named = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
    name,
    atTheLimit(inner, resolve, beyond),
  ]);
  if (named.length > 0) return Object.fromEntries(named) as Json;
  const inner = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const count = (schema.maxProperties ?? UNBOUNDED.properties) + beyond;
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, atTheLimit(inner, resolve, 0)]),
  );
}

/** Items are distinct, so that lists of unique items reach their limit as well. */
function distinct(item: Json, index: number): Json {
  if (typeof item === 'string')
    return item.length > 8 ? item.slice(0, -6) + String(index).padStart(6, '0') : item;
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, distinct(value, index)]));
}
