/** An entry of the table of settings, and the kinds of values. */
import { resolve } from 'node:path';
import { trimEnd } from '../lib/trim-end.ts';

// biome-ignore lint/suspicious/noExplicitAny: of any kind
export type AnySetting = Setting<any, any>;
export type InForce = <V, T extends V | undefined>(setting: Setting<V, T>) => T;

/** Appended to the setting's name in a complaint. */
type Objection = string | false | undefined;

interface Kind<V> {
  /** Completes a complaint: `must be …`. */
  demand: string;
  /** Returns the value; `undefined` if the text is invalid. */
  parse(text: string): V | undefined;
  /** Returns the value as shown to operators; by default as a string. */
  show?: (value: V) => string;
  /** `quoted`: a complaint repeats the wrong text. A secret is also masked in the list of settings. */
  text: 'quoted' | 'unquoted' | 'secret';
}

/** A setting, read by `SettingsReader`. `V` is its kind's type; `T` includes `undefined` if there is no default. */
export class Setting<V, T extends V | undefined = V | undefined> {
  readonly name: string;
  readonly kind: Kind<V>;
  meaning = '';
  /**
   * The setting's role in its group. A group exists only with all of its needed settings; without them the others are a
   * mistake (`useless alone`), or are ignored (`harmless alone`).
   */
  inGroup: 'needed' | 'useless alone' | 'harmless alone' = 'useless alone';
  fallback: (inForce: InForce) => T = () => undefined as T;
  adjustment: (value: T, inForce: InForce) => T = (value) => value;
  objection: (value: V, inForce: InForce) => Objection = () => undefined;

  constructor(name: string, kind: Kind<V>) {
    this.name = name;
    this.kind = kind;
  }

  means(meaning: string): this {
    this.meaning = meaning;
    return this;
  }

  /** Sets the value to use if the setting is absent or wrong. */
  or(fallback: V | ((inForce: InForce) => V)): Setting<V, V>;
  or(fallback: (inForce: InForce) => V | undefined): Setting<V>;
  or(fallback: unknown): AnySetting {
    this.fallback = (typeof fallback === 'function' ? fallback : () => fallback) as typeof this.fallback;
    return this;
  }

  /** Changes the effective value, whether it was set or is the default. */
  adjustedBy(adjustment: (value: T, inForce: InForce) => T): this {
    this.adjustment = adjustment;
    return this;
  }

  /** Adds a complaint about a set value that conflicts with others. */
  unless(objection: (value: V, inForce: InForce) => Objection): this {
    this.objection = objection;
    return this;
  }

  needed(): Setting<V, V> {
    this.inGroup = 'needed';
    return this as unknown as Setting<V, V>;
  }

  harmlessAlone(): this {
    this.inGroup = 'harmless alone';
    return this;
  }
}

/** Settings that belong together; absent without the needed ones, or if it would be empty. */
export class Group<P extends SettingsTable> {
  readonly parts: P;
  constructor(parts: P) {
    this.parts = parts;
  }
}
export const group = <P extends SettingsTable>(parts: P) => new Group(parts);

// biome-ignore lint/suspicious/noExplicitAny: of any parts
type Part = AnySetting | Group<any> | SettingsTable;
export interface SettingsTable {
  readonly [key: string]: Part;
}

/** The type of the values that reading a table returns. */
export type Values<S> =
  S extends Setting<infer _, infer T>
    ? T
    : S extends Group<infer P>
      ? Values<P> | undefined
      : LeftOut<{ [K in keyof S]: Values<S[K]> }>;
/** Makes fields that may be undefined optional. */
type LeftOut<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};

/** Returns all settings of a table, in order. */
export function settingsOf(part: Part): AnySetting[] {
  if (part instanceof Setting) return [part];
  return Object.values<Part>(part instanceof Group ? part.parts : part).flatMap(settingsOf);
}

const MIB = 2 ** 20;
/** Allowed protocols of addresses. */
export const HTTP = ['http:', 'https:'];
export const HTTP_OR_WS = [...HTTP, 'ws:', 'wss:'];

export const text = (name: string) =>
  new Setting<string>(name, { demand: '', parse: (value) => value, text: 'quoted' });

export const path = (name: string) =>
  new Setting<string>(name, { demand: '', parse: (value) => resolve(value), text: 'quoted' });

export const secret = (name: string, minLength = 1) =>
  new Setting<string>(name, {
    demand: `have at least ${minLength} characters`,
    parse: (value) => (value.length < minLength ? undefined : value),
    show: (value) => `${value.slice(0, 3)}…${'*'.repeat(6)}`,
    text: 'secret',
  });

export const integer = (name: string, min: number, max: number, unit = 1) =>
  new Setting<number>(name, {
    demand: `be a whole number from ${min} to ${max}`,
    parse: (value) => {
      const number = Number(value);
      return Number.isInteger(number) && number >= min && number <= max ? number * unit : undefined;
    },
    show: (value) => String(value / unit),
    text: 'quoted',
  });

/** A setting in MiB whose value is in bytes. */
export const mebibytes = (name: string, min: number, max: number) => integer(name, min, max, MIB);

/** An address; a trailing slash is removed. Never quoted, because a database URL contains a password. */
export const url = (name: string, protocols: readonly string[]) =>
  new Setting<string>(name, {
    demand: `be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    parse: (value) =>
      URL.canParse(value) && protocols.includes(new URL(value).protocol) ? trimEnd(value, '/') : undefined,
    show: (value) => {
      const parsed = new URL(value);
      if (!parsed.password) return value;
      parsed.password = '******';
      return parsed.toString();
    },
    text: 'unquoted',
  });

export const oneOf = <const V extends string>(name: string, values: readonly V[]) =>
  new Setting<V>(name, {
    demand: `be one of ${values.join(', ')}`,
    parse: (value) => values.find((candidate) => candidate === value),
    text: 'quoted',
  });

export const boolean = (name: string) =>
  new Setting<boolean>(name, {
    demand: 'be one of true, false',
    parse: (value) => value === 'true' || (value === 'false' ? false : undefined),
    text: 'quoted',
  });

/** @param expected completes `must be …` */
export const pattern = <V>(
  name: string,
  expected: string,
  parse: (value: string) => V | undefined,
  show?: (value: V) => string,
) => new Setting<V>(name, { demand: `be ${expected}`, parse, ...(show && { show }), text: 'quoted' });
