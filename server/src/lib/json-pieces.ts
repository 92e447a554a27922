import compileSerializer from 'fast-json-stringify';

/** Characters of a value serialized in one go: at most six bytes each, because control characters are escaped. */
const PIECE = 64 * 1024;

interface Schema {
  type?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: unknown;
  patternProperties?: unknown;
}
type Serialize = (value: unknown) => string;

/** Returns the approximate length of a value as JSON before escaping; stops counting beyond `maxCharacters`. */
export function countCharacters(value: unknown, maxCharacters: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 6;
  let count = 2;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && count <= maxCharacters; at++)
      count += countCharacters(value[at], maxCharacters - count);
    return count;
  }
  for (const name in value) {
    if (count > maxCharacters) break;
    count +=
      name.length + 4 + countCharacters((value as Record<string, unknown>)[name], maxCharacters - count);
  }
  return count;
}

/** Whether a value is small enough to be serialized in one go. */
export const isOnePiece = (value: unknown): boolean => countCharacters(value, PIECE) <= PIECE;

/**
 * Yields the JSON of a value in pieces of some hundred kilobytes, each serialized on demand. Elements of arrays and
 * nested objects are serialized separately; the other fields of one object come in one piece. @throws Error if the
 * value does not match the schema
 */
export function* jsonPieces(schema: object, value: unknown): Generator<string> {
  let text = '';
  for (const part of parts(schema, value)) {
    text += part;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  if (text) yield text;
}

function* parts(schema: Schema, value: unknown): Generator<string> {
  if (isOnePiece(value)) yield compiled(schema)(value);
  else if (schema.type === 'array' && schema.items && Array.isArray(value))
    yield* elements(schema.items, value);
  else if (isPlainObject(schema)) yield* fields(schema, value as Record<string, unknown>);
  else yield compiled(schema)(value);
}

function* elements(schema: Schema, values: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [at, value] of values.entries()) {
    if (at > 0) yield ',';
    yield* parts(schema, value);
  }
  yield ']';
}

function* fields(schema: ObjectSchema, value: Record<string, unknown>): Generator<string> {
  const { plain, nested } = split(schema);
  const head = compiled(plain)(value).slice(0, -1);
  yield head;
  let separator = head === '{' ? '' : ',';
  for (const [name, inner] of nested) {
    if (value[name] === undefined) {
      if (schema.required?.includes(name)) throw new Error(`"${name}" is required!`);
      continue;
    }
    yield `${separator}${JSON.stringify(name)}:`;
    yield* parts(inner, value[name]);
    separator = ',';
  }
  yield '}';
}

type ObjectSchema = Schema & { properties: Record<string, Schema> };

const isPlainObject = (schema: Schema): schema is ObjectSchema =>
  schema.type === 'object' &&
  schema.properties !== undefined &&
  !schema.additionalProperties &&
  !schema.patternProperties;

/** Cached by schema, because compiling takes milliseconds. */
const serializers = new WeakMap<object, Serialize>();
const splits = new WeakMap<Schema, { plain: Schema; nested: [string, Schema][] }>();

/** Returns the serializer of a schema, which is compiled on first use. */
export function compiled(schema: object): Serialize {
  let serialize = serializers.get(schema);
  if (!serialize) {
    serialize = compileSerializer(schema);
    serializers.set(schema, serialize);
  }
  return serialize;
}

/** Splits an object's schema into one of its plain fields, and the list of its array and object fields. */
function split(schema: ObjectSchema) {
  let known = splits.get(schema);
  if (!known) {
    const isNested = ([, { type }]: [string, Schema]) => type === 'array' || type === 'object';
    const entries = Object.entries(schema.properties);
    const plain = entries.filter((entry) => !isNested(entry));
    const required = schema.required?.filter((name) => plain.some(([one]) => one === name)) ?? [];
    known = {
      plain: { type: 'object', properties: Object.fromEntries(plain), required },
      nested: entries.filter(isNested),
    };
    splits.set(schema, known);
  }
  return known;
}
