import { Readable } from 'node:stream';
import { toUSVString } from 'node:util';
import { EMPTY_IS_NONE } from '@visavis/contracts';
import { Ajv, type FuncKeywordDefinition, type Options, type SchemaValidateFunction } from 'ajv';
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { invalid } from '../../domain/errors.ts';

const common: Options = {
  allErrors: true,
  // Error messages suggest the nearest known property, which is read from the schema.
  verbose: true,
  allowUnionTypes: true,
  removeAdditional: false,
  strict: true,
  strictTypes: false,
};

/**
 * Uses two validators: path and query values are text and are coerced to the schema's type; body values are typed and
 * are not coerced (`client: false` is not the string "false"). Each schema is compiled on first use (Ajv caches it):
 * compiling those of all routes would take a good part of the startup time.
 */
export const validation = fastifyPlugin(async (app: FastifyInstance) => {
  const coercing = withFormats(new Ajv({ ...common, coerceTypes: true, useDefaults: true }));
  const strict = withFormats(new Ajv({ ...common, coerceTypes: false, useDefaults: false }));
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const ajv = httpPart === 'body' ? strict : coercing;
    return (data) => {
      const validate = ajv.compile(schema as object);
      if (!validate(data)) return { error: validate.errors as FastifySchemaValidationError[] };
      return httpPart === 'body' ? true : refuseInfinite(data as object);
    };
  });

  app.addHook('preValidation', (request, _reply, done) => {
    refuseBrokenText(request.params, 'path');
    refuseBrokenText(request.query, 'query');
    // The body of an upload is a stream and is not validated.
    if (!(request.body instanceof Readable)) refuseBrokenText(request.body, '');
    done();
  });
});

function withFormats(ajv: Ajv): Ajv {
  ajv.addKeyword({ keyword: EMPTY_IS_NONE, modifying: true, schemaType: 'boolean', validate: emptyIsNone });
  ajv.addFormat('date-time', isDateTime);
  ajv.addFormat('uri', (text) => URL.canParse(text));
  // Ajv's own check compares each item with every other one.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword(UNIQUE_ITEMS);
  return ajv;
}

const hasUniqueItems: SchemaValidateFunction = (isRequired: boolean, items: unknown[]) => {
  if (!isRequired) return true;
  const indexByText = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const text = JSON.stringify(item);
    const j = indexByText.get(text);
    if (j !== undefined) {
      hasUniqueItems.errors = [{ keyword: 'uniqueItems', params: { i, j } }];
      return false;
    }
    indexByText.set(text, i);
  }
  return true;
};

const UNIQUE_ITEMS: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  validate: hasUniqueItems,
};

/** Treats `""` as "none" for an id, on its own or as the `id` of an object. */
const emptyIsNone: SchemaValidateFunction = (_isSet, value, _schema, at) => {
  const isEmpty =
    value === '' || (typeof value === 'object' && value !== null && 'id' in value && value.id === '');
  if (isEmpty && at) at.parentData[at.parentDataProperty] = null;
  return true;
};

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** Whether the store accepts a time; it starts at year 2, so that its billing cycle is valid as well. */
function isDateTime(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return DATE_TIME.test(text) && year >= 2 && year <= 9999;
}

/** When Ajv coerces text to numbers, it accepts `Infinity` and `1e400` as integers within any bounds. */
function refuseInfinite(values: object): true | { error: FastifySchemaValidationError[] } {
  const found = Object.entries(values).find(([, value]) => isInfinite(value));
  if (!found) return true;
  const instancePath = `/${found[0]}`;
  return {
    error: [
      { keyword: 'type', instancePath, schemaPath: '', params: {}, message: 'must be a finite number' },
    ],
  };
}

/** Maximum length of a property name in the path of a fault. */
const MAX_NAME_CHARACTERS = 64;

/** PostgreSQL's text type rejects NUL, and would not store a lone surrogate as it was sent. */
function refuseBrokenText(value: unknown, prefix: string): void {
  const pending: { value: unknown; path: string }[] = [{ value, path: prefix }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value: current, path } = next;
    if (typeof current === 'string') {
      if (isBroken(current)) throw invalid(path || 'body', 'must not contain NUL or unpaired surrogates');
    } else if (typeof current === 'object' && current !== null) {
      for (const [key, inner] of Object.entries(current)) {
        if (isBroken(key))
          throw invalid(path || 'body', 'must not have property names with NUL or unpaired surrogates');
        // `1e400` in JSON would be stored as null.
        if (isInfinite(inner))
          throw invalid(path ? `${path}.${nameOf(key)}` : nameOf(key), 'must be a finite number');
        // Other numbers and booleans need no check, so no path is built for them, which saves time on large bodies.
        if (typeof inner !== 'string' && (typeof inner !== 'object' || inner === null)) continue;
        const name = nameOf(key);
        pending.push({ value: inner, path: path ? `${path}.${name}` : name });
      }
    }
  }
}

const nameOf = (key: string): string =>
  key.length > MAX_NAME_CHARACTERS ? `${key.slice(0, MAX_NAME_CHARACTERS)}…` : key;

const isInfinite = (value: unknown): boolean =>
  value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;

function isBroken(text: string): boolean {
  return text.includes('\0') || toUSVString(text) !== text;
}
