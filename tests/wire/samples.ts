import type { Schema } from './prepare.ts';
import type { VendorSchemas } from './vendor-schemas.ts';

type Json = Record<string, unknown>;

const MAX_DEPTH = 6;
/** Values that a peer may send instead of the expected one. */
const STRANGE: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  'x'.repeat(70_000),
  '\u0000\ud800',
  [],
  [null],
  {},
  { a: 1 },
];

/** The subset that is used inside a message. */
const STRANGE_INSIDE: readonly unknown[] = [null, 0, '', []];
const INSIDE = 3;

/**
 * Returns messages of a type: one with all required fields, one with all fields, and then one for every
 * alternative of a field, that is, each value of an enumeration and each member of a union.
 */
export function samplesOf(schema: Schema, schemas: VendorSchemas): unknown[] {
  const least = new Samples(schemas, 'required').of(schema);
  return [...least.slice(0, 1), ...new Samples(schemas, 'all').of(schema)];
}

/** Generates samples. While one field varies, all others use the first sample of their type. */
class Samples {
  readonly #schemas: VendorSchemas;
  readonly #fields: 'required' | 'all';

  constructor(schemas: VendorSchemas, fields: 'required' | 'all') {
    this.#schemas = schemas;
    this.#fields = fields;
  }

  of(schema: Schema, depth = 0): unknown[] {
    const resolved = this.#schemas.resolve(schema);
    if (resolved.const !== undefined) return [resolved.const];
    if (resolved.enum) return resolved.enum;
    if (resolved.anyOf) return resolved.anyOf.flatMap((member) => this.of(member, depth));
    if (Array.isArray(resolved.type))
      return resolved.type.flatMap((type) => this.of({ ...resolved, type }, depth));
    switch (resolved.type) {
      case 'string':
        return ['text'];
      case 'number':
      case 'integer':
        return [1];
      case 'boolean':
        return [true, false];
      case 'null':
        return [null];
      case 'array':
        return this.#lists(resolved, depth);
      case 'object':
        return this.#objects(resolved, depth);
      default:
        return [{ anything: 1 }];
    }
  }

  #lists({ items }: Schema, depth: number): unknown[][] {
    const item = Array.isArray(items) ? items[0] : items;
    if (!item || depth >= MAX_DEPTH) return [[]];
    return [...this.of(item, depth + 1).map((one) => [one]), []];
  }

  #objects({ properties = {}, required = [] }: Schema, depth: number): Json[] {
    const all = this.#fields === 'all' && depth < MAX_DEPTH;
    const fields = Object.entries(properties)
      .filter(([name]) => all || required.includes(name))
      .map(([name, property]) => ({ name, values: this.of(property, depth + 1) }));
    const base = Object.fromEntries(fields.map(({ name, values }) => [name, values[0]]));
    const others = fields.flatMap(({ name, values }) =>
      values.slice(1).map((value) => ({ ...base, [name]: value })),
    );
    return [base, ...others];
  }
}

/** Yields variants of the message: each field, at any depth, is omitted in turn and replaced by unexpected values. */
export function* mutationsOf(message: Json): Generator<Json> {
  for (const path of pathsOf(message)) {
    yield changed(message, path, undefined);
    for (const value of path.length < INSIDE ? STRANGE : STRANGE_INSIDE) yield changed(message, path, value);
  }
}

function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsOf(inner).map((path) => [key, ...path]),
  ]);
}

function changed(message: Json, path: string[], value: unknown): Json {
  const copy = structuredClone(message);
  let parent: Json = copy;
  for (const key of path.slice(0, -1)) parent = parent[key] as Json;
  const last = path.at(-1)!;
  if (value === undefined && !Array.isArray(parent)) delete parent[last];
  else parent[last] = value;
  return copy;
}
