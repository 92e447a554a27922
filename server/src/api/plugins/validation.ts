import { Readable } from 'node:stream';
import { toUSVString } from 'node:util';
import { Ajv, type Options } from 'ajv';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { invalid } from '../../domain/errors.ts';

const common: Options = {
  allErrors: true,
  // The faults name the nearest known property, which stands in the schema.
  verbose: true,
  allowUnionTypes: true,
  removeAdditional: false,
  strict: true,
  strictTypes: false,
};

/** How deep a body may be nested: far more than any of ours, far less than what breaks a stack. */
const DEEPEST = 40;

/**
 * Two validators: what stands in a path or a query is text and is read as what the schema says; a body has types of
 * its own and is taken at its word (`client: false` is not the string "false").
 */
export const validation = fastifyPlugin(async (app: FastifyInstance) => {
  const reading = withFormats(new Ajv({ ...common, coerceTypes: true, useDefaults: true }));
  const strict = withFormats(new Ajv({ ...common, coerceTypes: false, useDefaults: false }));
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : reading).compile(schema as object),
  );

  app.addHook('preValidation', (request, _reply, done) => {
    refuseBrokenText(request.params, 'path');
    refuseBrokenText(request.query, 'query');
    // The body of an upload is a stream and passes as it is.
    if (!(request.body instanceof Readable)) refuseBrokenText(request.body, '');
    done();
  });
});

function withFormats(ajv: Ajv): Ajv {
  ajv.addFormat('date-time', isDateTime);
  ajv.addFormat('uri', (text) => URL.canParse(text));
  return ajv;
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

function isDateTime(text: string): boolean {
  return DATE_TIME.test(text) && !Number.isNaN(Date.parse(text));
}

/** PostgreSQL's text takes no NUL, and half a character (a lone surrogate) would not come back as it was sent. */
function refuseBrokenText(value: unknown, prefix: string): void {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value, path: prefix, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value: current, path, depth } = next;
    if (typeof current === 'string') {
      if (isBroken(current)) throw invalid(path || 'body', 'must not contain NUL or half characters');
    } else if (typeof current === 'object' && current !== null) {
      if (depth > DEEPEST) throw invalid(path.slice(0, 100), 'is nested too deeply');
      for (const [key, inner] of Object.entries(current)) {
        if (isBroken(key)) throw invalid(path || 'body', 'must not have names with NUL or half characters');
        pending.push({ value: inner, path: path ? `${path}.${key}` : key, depth: depth + 1 });
      }
    }
  }
}

function isBroken(text: string): boolean {
  return text.includes('\0') || toUSVString(text) !== text;
}
