import Mustache from 'mustache';
import { unprocessable } from '../errors.ts';

/** Values are looked up as own properties only: `{{constructor}}` is a missing variable, not JavaScript's. */
class Variables extends Mustache.Context {
  override push(view: unknown): Variables {
    return new Variables(view, this);
  }

  override lookup(name: string): unknown {
    if (name === '.') return this.view;
    const [first, ...rest] = name.split('.');
    const found = own(this.view, first!);
    if (found === undefined) return this.parent?.lookup(name);
    return rest.reduce(own, found);
  }
}

class MissingVariable extends Error {}

/** Text for a model, not for a browser: nothing is escaped, and a variable without a value is an error. */
class Writer extends Mustache.Writer {
  override escapedValue(token: string[], context: Mustache.Context): string {
    const value: unknown = context.lookup(token[1]!);
    if (value === undefined || value === null) throw new MissingVariable(token[1]);
    return typeof value === 'string' ? value : JSON.stringify(value);
  }

  override unescapedValue(token: string[], context: Mustache.Context): string {
    return this.escapedValue(token, context);
  }
}

/** For the errors: what the template is, and where the request gives its variables. */
export interface TemplateNames {
  template: string;
  variables: string;
}

/**
 * Replaces `{{name}}` by its value.
 * @throws DomainError `unprocessable` that names a variable without a value
 */
export function renderTemplate(
  template: string,
  variables: Record<string, unknown>,
  names: TemplateNames,
): string {
  // A writer keeps every template that it has parsed, so each rendering has its own.
  const writer = new Writer();
  try {
    return writer.render(template, new Variables(variables));
  } catch (error) {
    if (error instanceof MissingVariable) {
      const path = `${names.variables}.${error.message.slice(0, 100)}`;
      throw unprocessable(path, `has no value, and stands in the ${names.template}.`);
    }
    throw malformed(names.template, error);
  }
}

/** @throws DomainError `unprocessable` where `template` could never be rendered */
export function checkTemplate(template: string | null | undefined, path: string): void {
  // Most have no variable at all, and parsing costs more than all else that is checked.
  if (!template?.includes('{{')) return;
  try {
    new Writer().parse(template);
  } catch (error) {
    throw malformed(path, error);
  }
}

function malformed(path: string, error: unknown) {
  return unprocessable(
    path,
    `The template is malformed: ${error instanceof Error ? error.message : 'unreadable'}.`,
  );
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
