import { unprocessable } from '../errors.ts';

/** Maximum length of a rendered template in characters: twice that of the longest instructions. */
export const MAX_RENDERED_CHARACTERS = 200_000;
const MAX_NAME_CHARACTERS = 200;

const VARIABLES = 'variables';

type Part = { text: string } | { name: string };

/**
 * Replaces `{{name}}` by its value; `{{user.name}}` is a property of `user`. `{{{name}}}` and `{{&name}}` are
 * equivalent, because nothing is escaped: the text is for a model, not a browser. Mustache's sections and partials are
 * not supported, because their cost depends on the caller's data.
 * @throws DomainError `unprocessable` naming a variable without a value, or saying that the text becomes too long
 */
export function renderTemplate(template: string, variables: Record<string, unknown>, field: string): string {
  const values = new Map<string, string>();
  let rendered = '';
  for (const part of parse(template, field)) {
    let text = 'text' in part ? part.text : values.get(part.name);
    if (text === undefined && 'name' in part) {
      text = renderValue(part.name, variables, field);
      values.set(part.name, text);
    }
    rendered += text;
    if (rendered.length > MAX_RENDERED_CHARACTERS) {
      throw unprocessable(
        VARIABLES,
        `With these values, the ${field} would have more than ${MAX_RENDERED_CHARACTERS} characters.`,
      );
    }
  }
  return rendered;
}

/** @throws DomainError `unprocessable` if `template` could never be rendered */
export function checkTemplate(template: string | null | undefined, field: string): void {
  if (template) parse(template, field);
}

/** A single pass: a library's parser took 20 s for an unclosed tag. */
function parse(template: string, field: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = template.indexOf('{{'); at >= 0; at = template.indexOf('{{', from)) {
    const isTriple = template[at + 2] === '{';
    const open = at + (isTriple ? 3 : 2);
    const close = template.indexOf(isTriple ? '}}}' : '}}', open);
    if (close < 0) throw malformed(field, `the tag at character ${at + 1} is not closed`);
    if (close - open > MAX_NAME_CHARACTERS) {
      throw malformed(
        field,
        `the tag at character ${at + 1} has more than ${MAX_NAME_CHARACTERS} characters`,
      );
    }
    if (at > from) parts.push({ text: template.slice(from, at) });
    parts.push({ name: nameOf(template.slice(open, close), field) });
    from = close + (isTriple ? 3 : 2);
  }
  if (from < template.length) parts.push({ text: template.slice(from) });
  return parts;
}

function nameOf(tag: string, field: string): string {
  const name = tag.trim().replace(/^&\s*/, '');
  if (name === '') throw malformed(field, '`{{}}` has no name');
  if (/^[#^/>!=$<&]/.test(name) || /[{}]/.test(name)) {
    throw malformed(field, `\`{{${name}}}\` is not supported; a template can only contain \`{{name}}\``);
  }
  return name;
}

/** Only own properties: `{{constructor}}` is a missing variable. */
function renderValue(name: string, variables: Record<string, unknown>, field: string): string {
  const value = name.split('.').reduce<unknown>(ownProperty, variables);
  if (value === undefined || value === null) {
    throw unprocessable(`${VARIABLES}.${name.slice(0, 100)}`, `has no value, but the ${field} uses it.`);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function ownProperty(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function malformed(field: string, why: string) {
  return unprocessable(field, `The template is malformed: ${why}.`);
}
