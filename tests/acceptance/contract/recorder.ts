import {
  type Field,
  type Fields,
  type FieldType,
  OPERATIONS,
  type Operation,
  RESOURCES,
} from './specification.ts';

type Json = Record<string, unknown>;

const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * Forwards requests and records what was sent, accepted and answered. If a response breaks the specification, it
 * records a contradiction.
 */
export class Recorder {
  /** The success statuses, by the name of the operation. */
  readonly answered = new Map<string, Set<number>>();
  /** Paths of request fields that were accepted, such as `avatar.identity`, by the name of the operation. */
  readonly sent = new Map<string, Set<string>>();
  readonly contradictions: string[] = [];
  readonly #seen = new Map<Fields, Set<string>>();

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    const { pathname, searchParams } = new URL(url);
    const method = init.method ?? 'GET';
    const at = `${method} ${pathname}`;
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && response.status !== 204 && !type.startsWith('text/event-stream')) {
      if (!type.startsWith('application/json')) this.contradictions.push(`${at} answers ${type}`);
      const body: unknown = await response.clone().json();
      this.#keepConventions(body, at);
      const operation = OPERATIONS.find((each) => each.method === method && matches(each, pathname));
      if (operation) this.#record(operation, response.status, body, { init, searchParams, at });
    }
    return response;
  };

  /** Returns the field names that responses have contained for a resource or an operation. */
  seen(fields: Fields): ReadonlySet<string> {
    return this.#seen.get(fields) ?? new Set();
  }

  #record(
    operation: Operation,
    status: number,
    body: unknown,
    { init, searchParams, at }: { init: RequestInit; searchParams: URLSearchParams; at: string },
  ): void {
    add(this.answered, operation.name, status);
    for (const name of searchParams.keys()) add(this.sent, operation.name, name);
    if (typeof init.body === 'string') {
      for (const path of pathsOf(JSON.parse(init.body))) add(this.sent, operation.name, path);
    }
    if (operation.answer) this.#hold(operation.answer, body, at);
  }

  #hold(fields: Fields, value: unknown, at: string): void {
    if (!isObject(value)) {
      this.contradictions.push(`${at} is no object`);
      return;
    }
    for (const [name, field] of Object.entries(fields)) {
      if (name in value) {
        add(this.#seen, fields, name);
        this.#holdField(field, value[name], `${at} ${name}`);
      } else if (field.required) this.contradictions.push(`${at} has no ${name}`);
    }
  }

  #holdField({ type, maxLength }: Field, value: unknown, at: string): void {
    if (typeof type === 'object' && 'resource' in type) this.#hold(RESOURCES[type.resource], value, at);
    else if (typeof type === 'object' && 'fields' in type) this.#hold(type.fields, value, at);
    else if (typeof type === 'object' && 'arrayOf' in type) {
      if (!Array.isArray(value)) this.contradictions.push(`${at} is no array`);
      else for (const item of value) this.#hold(RESOURCES[type.arrayOf], item, at);
    } else if (!isOf(type, value)) {
      this.contradictions.push(`${at} is ${JSON.stringify(value)} and no ${JSON.stringify(type)}`);
    }
    if (maxLength !== undefined && String(value).length > maxLength)
      this.contradictions.push(`${at} is too long`);
  }

  /** Checks "identifiers are strings. Timestamps are ISO 8601 date-time strings." and who owns a resource. */
  #keepConventions(value: unknown, at: string): void {
    if (Array.isArray(value)) for (const item of value) this.#keepConventions(item, at);
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      const where = `${at} ${name}`;
      // Values that the caller has set may be anything.
      if (name === 'templateVars' || name === 'promptTemplateVars') continue;
      if (inner === null) this.contradictions.push(`${where} is null`);
      if (/^id$|[a-z]Id$/.test(name) && !isObject(inner) && typeof inner !== 'string')
        this.contradictions.push(`${where} is no string`);
      if (/[a-z]At$/.test(name) && !isOf('date-time', inner))
        this.contradictions.push(`${where} is no date-time`);
      this.#keepConventions(inner, where);
    }
    // Entries of a record have an id but belong to a resource; only resources have timestamps of their own.
    if ('id' in value && 'createdAt' in value && typeof value.organizationId !== 'string')
      this.contradictions.push(`${at} has no organizationId`);
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isOf(type: FieldType, value: unknown): boolean {
  if (typeof type === 'object') return 'enum' in type && type.enum.includes(value as string);
  switch (type) {
    case 'object':
      return isObject(value);
    case 'date-time':
      return typeof value === 'string' && ISO_DATE_TIME.test(value);
    case 'url':
      return typeof value === 'string' && URL.canParse(value);
    default:
      return typeof value === type;
  }
}

function matches({ path }: Operation, pathname: string): boolean {
  const pattern = path.replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(pathname);
}

/** `{ a: { b: 1 } }` → `a`, `a.b`. Free-form objects are included, which does no harm. */
function pathsOf(value: unknown, prefix = ''): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    prefix + name,
    ...pathsOf(inner, `${prefix}${name}.`),
  ]);
}

function add<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key) ?? new Set<V>();
  sets.set(key, set.add(value));
}
