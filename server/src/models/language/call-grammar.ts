import { listAt, numberAt, objectAt, objectOf } from '../../lib/json-reader.ts';
import type { HostedTool } from './chat-request.ts';

/** Below this many levels of a schema, any value is accepted. */
const MAX_LEVELS = 8;
/** llama.cpp keeps several states of a grammar at once. */
const MAX_CHARACTERS = 64_000;
/** Limits of a call, so that a small model that repeats itself comes to an end. */
const MAX_STRING_CHARACTERS = 400;
const MAX_ITEMS = 16;
const MAX_DIGITS = 15;

const BASE_RULES = `
gap ::= [ \\n]?
value ::= object | array | string | number | boolean | null
object ::= "{" gap (string gap ":" gap value gap ("," gap string gap ":" gap value gap){0,${MAX_ITEMS - 1}})? "}"
array ::= "[" gap (value gap ("," gap value gap){0,${MAX_ITEMS - 1}})? "]"
string ::= "\\"" character{0,${MAX_STRING_CHARACTERS}} "\\""
character ::= [^"\\\\\\x7F\\x00-\\x1F] | "\\\\" (["\\\\bfnrt/] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F])
integer ::= "-"? ("0" | [1-9] [0-9]{0,${MAX_DIGITS - 1}})
number ::= integer ("." [0-9]{1,${MAX_DIGITS}})?
boolean ::= "true" | "false"
null ::= "null"
`;
const TYPES = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']);

/** The grammar of an answer without a call: neither JSON nor the mark of a call or of code, which would be spoken. */
export const TEXT_GRAMMAR = 'root ::= [^{<`]+';

/**
 * Returns the grammar (llama.cpp's GBNF, see its `grammars/README.md`) of `{"name": …, "arguments": …}`: one of these
 * tools, with arguments by its JSON schema, as far as types, properties, `enum`, `const`, alternatives, `maxLength` and
 * `maxItems` go. Strings, numbers and lists have a maximum length, and there are at most as many optional properties as
 * it has.
 * @throws RangeError if the schemas are too large
 */
export function callGrammar(tools: readonly HostedTool[]): string {
  const rules: string[] = [];
  const calls = tools.map(({ name, parameters }) => {
    const schema = objectOf(parameters);
    const args = schema ? ruleOf({ type: 'object', ...schema }, rules, 0) : 'object';
    return `${literal(name)} gap "," gap "\\"arguments\\"" gap ":" gap ${args}`;
  });
  const root = `root ::= gap "{" gap "\\"name\\"" gap ":" gap (${calls.join(' | ')}) gap "}"`;
  const grammar = [root, ...rules].join('\n') + BASE_RULES;
  if (grammar.length > MAX_CHARACTERS) throw new RangeError('the schemas of the tools are too large');
  return grammar;
}

/** Returns the rule for a schema, to use in place of a rule name. Adds rules that occur repeatedly to `rules`. */
function ruleOf(schema: unknown, rules: string[], level: number): string {
  const object = objectOf(schema);
  if (!object || level > MAX_LEVELS) return 'value';
  const choices = ['enum', 'anyOf', 'oneOf'].find((key) => listAt(object, key).length > 0);
  if (choices !== undefined) {
    const all = listAt(object, choices);
    return alternatives(
      all.map((each) => (choices === 'enum' ? literal(each) : ruleOf(each, rules, level + 1))),
    );
  }
  if (object.const !== undefined) return literal(object.const);
  const { type } = object;
  if (Array.isArray(type))
    return alternatives(type.map((each) => ruleOf({ ...object, type: each }, rules, level + 1)));
  if (type === 'object' && objectAt(object, 'properties')) return objectRule(object, rules, level);
  if (type === 'array' && object.items !== undefined) {
    const maxItems = Math.min(MAX_ITEMS, maxOf(object, 'maxItems'));
    if (maxItems === 0) return '("[" gap "]")';
    const list = listOf(ruleOf(object.items, rules, level + 1), rules, maxItems);
    return `("[" gap ${object.minItems ? list : `(${list})?`} "]")`;
  }
  const maxCharacters = maxOf(object, 'maxLength');
  if (type === 'string' && maxCharacters < MAX_STRING_CHARACTERS)
    return `("\\"" character{0,${maxCharacters}} "\\"")`;
  return typeof type === 'string' && TYPES.has(type) ? type : 'value';
}

/** Returns the maximum that a schema states; infinity if it states no valid one. */
function maxOf(schema: Record<string, unknown>, keyword: 'maxItems' | 'maxLength'): number {
  const max = numberAt(schema, keyword) ?? Infinity;
  return max >= 0 ? Math.floor(max) : Infinity;
}

/** Returns the rule for an object: required properties first, then the others in any order. */
function objectRule(object: Record<string, unknown>, rules: string[], level: number): string {
  const properties = Object.entries(objectAt(object, 'properties')!);
  const required = new Set(listAt(object, 'required'));
  const pair = ([name, schema]: [string, unknown]) =>
    `${literal(name)} gap ":" gap ${ruleOf(schema, rules, level + 1)}`;
  const needed = properties.filter(([name]) => required.has(name)).map(pair);
  const optional = properties.filter(([name]) => !required.has(name)).map(pair);
  const further = alternatives(optional);
  const maxFurther = Math.min(MAX_ITEMS, optional.length);
  if (needed.length === properties.length) return `("{" gap ${needed.join(COMMA)} gap "}")`;
  const content =
    needed.length > 0
      ? `${needed.join(COMMA)} gap ("," gap ${further} gap){0,${maxFurther}}`
      : `(${listOf(further, rules, maxFurther)})?`;
  return `("{" gap ${content} "}")`;
}

const COMMA = ' gap "," gap ';

function listOf(item: string, rules: string[], maxItems: number): string {
  const name = `r${rules.length}`;
  rules.push(`${name} ::= ${item}`);
  return `${name} gap ("," gap ${name} gap){0,${maxItems - 1}}`;
}

const alternatives = (rules: readonly string[]): string => `(${rules.join(' | ')})`;

/** Returns a value's JSON as a terminal of the grammar. */
const literal = (value: unknown): string => JSON.stringify(JSON.stringify(value));
