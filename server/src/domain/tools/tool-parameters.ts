import { Errors } from 'typebox/schema';
import { exceededShape } from '../../lib/json-shape.ts';
import { invalid } from '../errors.ts';

/** Maximum length of a tool's schema as JSON. */
const MAX_CHARACTERS = 20_000;
const MAX_DEPTH = 8;
/** Each value of the arguments may be compared with each of the schemas, which blocks the event loop. */
const MAX_SCHEMAS = 300;
const MAX_ALTERNATIVES = 32;
const MAX_VALUES = 1_000;

/**
 * Keywords that every provider's function calling supports or ignores. References and patterns are excluded: references
 * can loop, patterns can run forever, and not all models support them.
 */
const KEYWORDS: Record<string, 'schema' | 'schemas' | 'named schemas' | 'value'> = {
  type: 'value',
  title: 'value',
  description: 'value',
  properties: 'named schemas',
  required: 'value',
  additionalProperties: 'value',
  items: 'schema',
  minItems: 'value',
  maxItems: 'value',
  enum: 'value',
  const: 'value',
  format: 'value',
  default: 'value',
  examples: 'value',
  minLength: 'value',
  maxLength: 'value',
  minimum: 'value',
  maximum: 'value',
  exclusiveMinimum: 'value',
  exclusiveMaximum: 'value',
  multipleOf: 'value',
  anyOf: 'schemas',
};
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const FORMATS = ['date', 'time', 'date-time', 'email', 'uri', 'uuid'];

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown) => typeof value === 'number';
const isText = (value: unknown) => typeof value === 'string';
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

const VALUES: Record<string, [string, (value: unknown) => boolean]> = {
  type: [
    `one of ${TYPES.join(', ')}, or a list of such a type and null`,
    (value) =>
      TYPES.includes(value as string) ||
      (isTexts(value) && (value as string[]).length === 2 && isNullable(value as string[])),
  ],
  title: ['a string', isText],
  description: ['a string', isText],
  required: ['a list of names', isTexts],
  additionalProperties: ['true or false', (value) => typeof value === 'boolean'],
  minItems: ['a non-negative integer', isCount],
  maxItems: ['a non-negative integer', isCount],
  enum: ['a list of values', (value) => Array.isArray(value) && value.length > 0 && value.length <= 200],
  format: [`one of ${FORMATS.join(', ')}`, (value) => FORMATS.includes(value as string)],
  minLength: ['a non-negative integer', isCount],
  maxLength: ['a non-negative integer', isCount],
  minimum: ['a number', isNumber],
  maximum: ['a number', isNumber],
  exclusiveMinimum: ['a number', isNumber],
  exclusiveMaximum: ['a number', isNumber],
  multipleOf: ['a number above 0', (value) => isNumber(value) && (value as number) > 0],
};

const isNullable = ([first, second]: string[]) =>
  first !== second && [first, second].includes('null') && TYPES.includes(first!) && TYPES.includes(second!);

export const NO_PARAMETERS = { type: 'object', properties: {} };

/**
 * Checks that every model, and this service, supports the schema.
 * @throws DomainError `invalid_request` with the path of the fault
 */
export function checkParameters(schema: Record<string, unknown>, path = 'parameters'): void {
  if (JSON.stringify(schema).length > MAX_CHARACTERS) {
    throw invalid(path, `must not be longer than ${MAX_CHARACTERS} characters`);
  }
  if (schema.type !== 'object') throw invalid(`${path}.type`, 'must be object, because arguments have names');
  checkSchema(schema, path, 0, { schemas: 0 });
}

function checkSchema(schema: unknown, path: string, depth: number, seen: { schemas: number }): void {
  if (!isObject(schema)) throw invalid(path, 'must be a JSON schema');
  if (++seen.schemas > MAX_SCHEMAS) throw invalid(path, `exceeds the limit of ${MAX_SCHEMAS} schemas`);
  if (depth > MAX_DEPTH) throw invalid(path, 'is nested too deeply');
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${path}.${keyword.slice(0, 64)}`;
    switch (Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined) {
      case 'schema':
        checkSchema(value, at, depth + 1, seen);
        break;
      case 'schemas':
        if (!Array.isArray(value) || value.length === 0) throw invalid(at, 'must be a list of JSON schemas');
        if (value.length > MAX_ALTERNATIVES)
          throw invalid(at, `must have at most ${MAX_ALTERNATIVES} alternatives`);
        for (const [index, inner] of value.entries()) checkSchema(inner, `${at}.${index}`, depth + 1, seen);
        break;
      case 'named schemas':
        if (!isObject(value)) throw invalid(at, 'must be an object of JSON schemas');
        for (const [name, inner] of Object.entries(value))
          checkSchema(inner, `${at}.${name.slice(0, 64)}`, depth + 1, seen);
        break;
      case 'value': {
        const rule = VALUES[keyword];
        if (rule && !rule[1](value)) throw invalid(at, `must be ${rule[0]}`);
        break;
      }
      default:
        throw invalid(at, `is not a supported keyword; supported are ${Object.keys(KEYWORDS).join(', ')}`);
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns why the arguments do not fit the schema, in words for a model; `undefined` if they do. */
export function findArgumentFault(schema: Record<string, unknown>, args: unknown): string | undefined {
  if (exceededShape(JSON.stringify(args) ?? '', { depth: 100, values: MAX_VALUES }))
    return `they have more than ${MAX_VALUES} values`;
  try {
    // It may have been stored when larger schemas were accepted.
    checkParameters(schema);
  } catch {
    return 'the schema of the tool is too large; its owner must store a smaller one';
  }
  const [fits, errors] = Errors(schema, args);
  if (fits) return undefined;
  const faults = errors
    // The validator reports each unknown property twice.
    .filter(({ keyword }) => keyword !== 'boolean')
    .map(
      ({ instancePath, message }) =>
        `${instancePath.slice(1).replaceAll('/', '.') || 'the arguments'} ${message}`,
    );
  return [...new Set(faults)].slice(0, 5).join('; ') || 'the arguments do not match the schema';
}
