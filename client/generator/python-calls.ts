import { docstring, indent, KEYWORDS, type PythonTypes, type Schema } from './python-types.ts';

type Content = Record<string, { schema: Schema }>;

export interface ApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: {
    in: 'path' | 'query' | 'header';
    name: string;
    description?: string;
    required?: boolean;
    schema: Schema;
  }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** Operations that do not respond with JSON: their functions are written by hand. */
const HANDWRITTEN = ['followConversation', 'uploadDocument'];
/** Maximum line length, without the indentation. */
const MAX_LENGTH = 110;

/** Renders one method per operation, in a class per tag. Adds the types of parameters and responses to `types`. */
export function renderPythonCalls(document: ApiDocument, types: PythonTypes, header: string): string {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      // An operation that ends in V1 is another address of the same operation.
      if (HANDWRITTEN.includes(operation.operationId) || operation.operationId.endsWith('V1')) continue;
      const tag = operation.tags[0]!;
      groups.set(tag, [...(groups.get(tag) ?? []), ...renderCall(method, path, operation, types)]);
    }
  return `"""${header}"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal

from .. import types
from .transport import AsyncTransport


class _Group:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

${[...groups].map(([tag, lines]) => ['', `class ${classOf(tag)}(_Group):`, ...indent(lines.slice(1)), ''].join('\n')).join('\n')}

class AsyncCalls:
    """Every operation of the API, by resource."""

    def __init__(self, transport: AsyncTransport) -> None:
${[...groups.keys()].map((tag) => `        self.${attributeOf(tag)} = ${classOf(tag)}(transport)`).join('\n')}
`;
}

const attributeOf = (tag: string) => tag.toLowerCase().replace(/\W+/g, '_');
const classOf = (tag: string) => `${attributeOf(tag).split('_').map(capitalized).join('')}Calls`;
const capitalized = (word: string) => word[0]!.toUpperCase() + word.slice(1);

interface Parameter {
  /** Its name in Python. */
  name: string;
  /** The request's entry: its name in the API, and the value. */
  entry: string;
  declaration: string;
}

function renderCall(method: string, path: string, operation: ApiOperation, types: PythonTypes): string[] {
  const typeName = capitalized(operation.operationId);
  const parameters = (place: string) =>
    (operation.parameters ?? []).filter((each) => each.in === place).map((each) => parameterOf(each, types));
  const [values, query, headers] = [parameters('path'), parameters('query'), parameters('header')];
  const body = operation.requestBody?.content['application/json'];
  const answer = Object.entries(operation.responses).find(([status]) => /^20[01]$/.test(status))![1];
  const schema = answer.content!['application/json']!.schema;
  const returns = types.definedAs(`${typeName}Answer`, schema);
  const positional = [
    ...values.map(({ name }) => `${name}: str`),
    ...(body ? [`body: ${types.definedAs(`${typeName}Body`, body.schema)}`] : []),
  ];
  const name = methodName(operation);
  const parts = [
    ...dictPart('values', values),
    ...(body ? ['body=body'] : []),
    ...dictPart('query', query),
    ...dictPart('headers', headers),
  ];
  const paragraphs = [`${operation.summary}.`, ...(operation.description ? ['', operation.description] : [])];
  const lines = [
    ...bracketed(`async def ${name}(`, parameterList(positional, [...query, ...headers]), `) -> ${returns}:`),
    ...indent([
      ...docstring(paragraphs.join('\n')),
      ...bracketed(
        `answer: ${returns} = await self._transport.call(`,
        [`"${method.toUpperCase()}"`, `"${path}"`, ...parts],
        ')',
      ),
      'return answer',
    ]),
  ];
  const item = itemOf(schema, types);
  if (item === undefined) return ['', ...lines];
  const filters = query.filter(({ name: given }) => given !== 'skip' && given !== 'cursor');
  return [
    '',
    ...lines,
    '',
    ...bracketed(
      `def ${name.replace(/^[a-z]+/, '$&_all')}(`,
      parameterList(positional, filters),
      `) -> AsyncIterator[${item}]:`,
    ),
    ...indent([
      `"""Iterates over all items of \`${name}\`; \`take\` is the page size."""`,
      ...bracketed(
        'return self._transport.list_all(',
        [`"${path}"`, ...dictPart('values', values), ...dictPart('query', filters)],
        ')',
      ),
    ]),
  ];
}

function parameterOf(
  { name, required, schema }: NonNullable<ApiOperation['parameters']>[number],
  types: PythonTypes,
): Parameter {
  const python = validName(
    name
      .replaceAll('-', '_')
      .replace(/(?<=[a-z])[A-Z]/g, '_$&')
      .toLowerCase(),
  );
  const type = types.typeOf(schema, name);
  return {
    name: python,
    entry: `"${name}": ${python}`,
    declaration: required ? `${python}: ${type}` : `${python}: ${type} | None = None`,
  };
}

const validName = (name: string) => (KEYWORDS.has(name) ? `${name}_` : name);

const dictPart = (name: string, parameters: Parameter[]): string[] =>
  parameters.length === 0 ? [] : [`${name}={${parameters.map(({ entry }) => entry).join(', ')}}`];

function parameterList(positional: string[], keywords: Parameter[]): string[] {
  // Positional-only, so that they can be renamed later.
  const all = ['self', ...positional, ...(positional.length > 0 ? ['/'] : [])];
  return keywords.length === 0 ? all : [...all, '*', ...keywords.map(({ declaration }) => declaration)];
}

/** Puts everything on one line if it fits. */
function bracketed(before: string, parts: string[], after: string): string[] {
  const line = before + parts.join(', ') + after;
  return line.length <= MAX_LENGTH ? [line] : [before, ...indent(parts.map((part) => `${part},`)), after];
}

/** In "knowledge bases", `createKnowledgeBase` becomes `create`, and `addDocument` becomes `add_document`. */
function methodName({ operationId, tags }: ApiOperation): string {
  const [verb = '', ...words] = operationId.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const tag = tags[0]!.toLowerCase().split(' ');
  const startsWithTag = singular(words.slice(0, tag.length)) === singular(tag);
  return validName([verb, ...words.slice(startsWithTag ? tag.length : 0)].join('_'));
}

const singular = (words: string[]) =>
  words
    .join(' ')
    .replace(/ies$/, 'y')
    .replace(/(?:(?<=ss)e|(?<!s))s$/, '');

/** Returns the type of a page's items; undefined if the response is not a page. */
function itemOf({ properties = {} }: Schema, types: PythonTypes): string | undefined {
  if (!properties.skip || !properties.take || !properties.total) return undefined;
  const { items } = Object.values(properties).find(({ type }) => type === 'array')!;
  return types.qualified(types.typeOf(items!, ''));
}
