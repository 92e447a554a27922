import { unprocessable } from '../errors.ts';

/** Maximum length of a rendered template in characters: twice that of the longest instructions. */
export const MAX_RENDERED = 200_000;
const LONGEST_NAME = 200;

const VARIABLES = 'variables';

type Part = { text: string } | { name: string };

/**
 * Replaces `{{name}}` by its value; `{{user.name}}` is a property of `user`. `{{{name}}}` and `{{&name}}` are
 * equivalent, because nothing is escaped: the text is for a model, not a browser. Mustache's sections and partials are
 * not supported, because their cost depends on the caller's data.
 * @throws DomainError `unprocessable` naming a variable without a value, or saying that the text becomes too long
 */
export function renderTemplate(template: string, variables: Record<string, unknown>, called: string): string {
  const known = new Map<string, string>();
  let rendered = '';
  for (const part of parse(template, called)) {
    let text = 'text' in part ? part.text : known.get(part.name);
    if (text === undefined && 'name' in part) {
      text = renderValue(part.name, variables, called);
      known.set(part.name, text);
    }
    rendered += text;
    if (rendered.length > MAX_RENDERED) {
      throw unprocessable(
        VARIABLES,
        `With these values, the ${called} would have more than ${MAX_RENDERED} characters.`,
      );
    }
  }
  return rendered;
}

/** @throws DomainError `unprocessable` if `template` could never be rendered */
export function checkTemplate(template: string | null | undefined, path: string): void {
  if (template) parse(template, path);
}

/** A single pass: a library's parser took 20 s for an unclosed tag. */
function parse(template: string, path: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = template.indexOf('{{'); at >= 0; at = template.indexOf('{{', from)) {
    const isTriple = template[at + 2] === '{';
    const open = at + (isTriple ? 3 : 2);
    const close = template.indexOf(isTriple ? '}}}' : '}}', open);
    if (close < 0) throw malformed(path, `the tag at character ${at + 1} is not closed`);
    if (close - open > LONGEST_NAME) {
      throw malformed(path, `the tag at character ${at + 1} has more than ${LONGEST_NAME} characters`);
    }
    if (at > from) parts.push({ text: template.slice(from, at) });
    parts.push({ name: nameOf(template.slice(open, close), path) });
    from = close + (isTriple ? 3 : 2);
  }
  if (from < template.length) parts.push({ text: template.slice(from) });
  return parts;
}

function nameOf(tag: string, path: string): string {
  const name = tag.trim().replace(/^&\s*/, '');
  if (name === '') throw malformed(path, '`{{}}` has no name');
  if (/^[#^/>!=$<&]/.test(name) || /[{}]/.test(name)) {
    throw malformed(path, `\`{{${name}}}\` is not supported; a template can only contain \`{{name}}\``);
  }
  return name;
}

/** Only own properties: `{{constructor}}` is a missing variable. */
function renderValue(name: string, variables: Record<string, unknown>, called: string): string {
  const value = name.split('.').reduce<unknown>(own, variables);
  if (value === undefined || value === null) {
    throw unprocessable(`${VARIABLES}.${name.slice(0, 100)}`, `has no value, but the ${called} uses it.`);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function malformed(path: string, why: string) {
  return unprocessable(path, `The template is malformed: ${why}.`);
}
