import { ERROR_PAGES } from '@visavis/contracts';
import { type Call, type Content, listCalls, type OpenApi, type Operation, type Schema } from './openapi.ts';

/** Renders the generated part of `docs/specification.md`: operations, fields, limits, errors. */

export type { OpenApi } from './openapi.ts';

/** The operations and fields of the contract, from the conformance tests; all others are additions. */
export interface Specified {
  operations: ReadonlySet<string>;
  /** Fields by resource name; a resource without an entry is entirely an addition. */
  fields: ReadonlyMap<string, ReadonlySet<string>>;
}

const CREDENTIALS: Record<string, string> = {
  apiKey: 'an API key (`x-api-key`)',
  clientToken: 'a client token (`Authorization: Bearer`)',
  adminToken: 'the admin token (`Authorization: Bearer`)',
};
const LIMITS: Record<string, string> = {
  minLength: 'at least {} characters',
  maxLength: 'at most {} characters',
  minimum: 'from {}',
  maximum: 'to {}',
  exclusiveMinimum: 'above {}',
  minItems: 'at least {} items',
  maxItems: 'at most {} items',
  maxProperties: 'at most {} entries',
};
const ADDED = ' ⊕';

export function renderReference(document: OpenApi, specified: Specified): string {
  const operations = listCalls(document);
  const tags = [...new Set(operations.map(({ tags: [tag = 'other'] = [] }) => tag))].sort();
  return [
    '## Operations',
    ...tags.flatMap((tag) => [
      `### ${tag[0]!.toUpperCase()}${tag.slice(1)}`,
      ...operations
        .filter(({ tags: [first = 'other'] = [] }) => first === tag)
        .map((operation) => renderOperation(operation, specified)),
    ]),
    '## Messages to your addresses',
    ...Object.entries(document.webhooks).map(([type, { post }]) => `- \`${type}\`: ${describeMessage(post)}`),
    '## Resources',
    ...Object.entries(document.components.schemas)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, schema]) => renderResource(name, schema, specified.fields)),
    '## Errors',
    renderErrors(),
  ].join('\n\n');
}

/** Renders the meaning of each problem `code` as a table. */
export const renderErrors = (codeOf = (code: string) => `\`${code}\``): string =>
  table(
    ['status', 'code', 'means', 'what to do'],
    Object.entries(ERROR_PAGES)
      .sort(([, a], [, b]) => a.status - b.status)
      .map(([code, page]) => [String(page.status), codeOf(code), page.meaning, page.remedy]),
  );

function renderOperation(call: Call, specified: Specified): string {
  const address = `${call.method} ${call.path}`;
  return [
    `#### ${call.summary}${specified.operations.has(address) ? '' : ADDED}`,
    `\`${address}\`, ${describeCall(call)}`,
    ...describeInput(call),
  ].join('\n\n');
}

/** Describes who may call an operation, and its response. */
export function describeCall({ security = [], responses }: Operation): string {
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith('2'))!;
  const credential = security.flatMap(Object.keys).map((name) => CREDENTIALS[name] ?? name);
  return `with ${credential.join(' or ') || 'no credential'}, answers ${status}: ${answerOf(success)}.`;
}

/** Returns the description of an operation, its parameters and its body, as paragraphs and tables. */
export function describeInput({ description, parameters = [], requestBody }: Operation): string[] {
  const shown = parameters.filter(({ in: place }) => place === 'query' || place === 'path');
  const bodyTypes = Object.keys(requestBody?.content ?? {});
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const isRaw = body?.format === 'binary';
  return [
    ...(description ? [description] : []),
    ...(shown.length > 0
      ? [
          table(
            ['parameter', 'type', 'required', 'meaning and limits'],
            shown.map(({ name, in: place, schema, required, description: words }) => [
              `\`${name}\` (${place})`,
              typeOf(schema),
              required ? 'yes' : '',
              meaningOf(schema, words),
            ]),
          ),
        ]
      : []),
    ...(isRaw ? [`The body is bytes: ${bodyTypes.map((type) => `\`${type}\``).join(', ')}.`] : []),
    ...(body && !isRaw ? [renderFields(body, 'field of the body')] : []),
  ];
}

/** Describes a message that is sent to an address of the organization. */
export const describeMessage = ({ requestBody }: Operation): string => answerOf(requestBody);

function answerOf(answer: Content | undefined): string {
  const [type, content] = Object.entries(answer?.content ?? {})[0] ?? [];
  if (!content) return 'nothing';
  if (type !== 'application/json') return `a stream of \`${type}\``;
  const { properties, required } = content.schema;
  if (!properties) return typeOf(content.schema);
  const parts = Object.entries(properties).map(
    ([name, schema]) => `\`${name}\`${required?.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${parts.join(', ')} }`;
}

export function renderResource(name: string, schema: Schema, fields?: Specified['fields']): string {
  const known = fields?.get(name);
  return [
    `### ${name}${known || !fields ? '' : ADDED}`,
    ...(schema.description ? [schema.description] : []),
    renderFields(schema, 'field', known),
  ].join('\n\n');
}

function renderFields(schema: Schema, head: string, known?: ReadonlySet<string>): string {
  return table(
    [head, 'type', head === 'field' ? 'always there' : 'required', 'meaning and limits'],
    rowsOf(schema, '', known),
  );
}

function rowsOf(schema: Schema, prefix: string, known?: ReadonlySet<string>): string[][] {
  return Object.entries(schema.properties ?? {})
    .filter(([, field]) => !field.readOnly)
    .flatMap(([name, field]) => {
      const isAdded = known && !prefix && !known.has(name);
      const row = [
        `\`${prefix}${name}\`${isAdded ? ADDED : ''}`,
        typeOf(field),
        schema.required?.includes(name) ? 'yes' : '',
        meaningOf(field),
      ];
      return [row, ...rowsOf(field, `${prefix}${name}.`)];
    });
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, enum: values, items, type, format } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1)!;
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (items) return `array of ${typeOf(items)}${[type].flat().includes('null') ? ' or null' : ''}`;
  return [[type ?? 'anything'].flat().join(' or '), ...(format ? [`(${format})`] : [])].join(' ');
}

function meaningOf(schema: Schema, words = schema.description): string {
  const limits = Object.entries(LIMITS).flatMap(([keyword, text]) => {
    const limit = schema[keyword];
    if (typeof limit !== 'number' || (keyword === 'minLength' && limit === 1)) return [];
    return [text.replace('{}', limit.toLocaleString('en'))];
  });
  if (schema.minLength === 1) limits.unshift('not empty');
  if (schema.pattern) limits.push(`pattern \`${schema.pattern}\``);
  if (schema.default !== undefined) limits.push(`default ${JSON.stringify(schema.default)}`);
  const [first = '', ...others] = limits;
  const bounds = first && `${[first[0]!.toUpperCase() + first.slice(1), ...others].join(', ')}.`;
  return [words, bounds].filter(Boolean).join(' ');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function table(heads: string[], rows: string[][]): string {
  if (rows.length === 0) return 'No fields.';
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
