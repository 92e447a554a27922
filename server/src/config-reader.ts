import { nearestName } from './lib/nearest-name.ts';
import { trimEnd } from './lib/trim-end.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and validates settings one by one and collects all errors, so that an operator sees them at once. */
export class ConfigReader {
  readonly #environment: Environment;
  readonly #complaints: string[] = [];
  readonly #known = new Set<string>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** An empty value counts as absent: that is how compose files and shells leave a setting out. */
  text(name: string): string | undefined {
    this.#known.add(name);
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** The value is never quoted in an error. */
  secret(name: string, minLength: number): string | undefined {
    const value = this.text(name);
    if (value !== undefined && value.length < minLength) {
      this.complain(name, `must have at least ${minLength} characters`);
    }
    return value;
  }

  integer(name: string, range: { min: number; max: number }): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!Number.isInteger(number) || number < range.min || number > range.max) {
      this.complain(name, `must be a whole number from ${range.min} to ${range.max}, not "${value}"`);
      return undefined;
    }
    return number;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (!url || !protocols.includes(url.protocol)) {
      // The value is not quoted, because a database URL holds a password.
      this.complain(name, `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
      return undefined;
    }
    return trimEnd(value, '/');
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = values.find((candidate) => candidate === value);
    if (!found) this.complain(name, `must be one of ${values.join(', ')}, not "${value}"`);
    return found;
  }

  pattern<T>(name: string, expected: string, parse: (value: string) => T | undefined): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) this.complain(name, `must be ${expected}, not "${value}"`);
    return parsed;
  }

  /** All of the group or none: half a configuration is a mistake, not a default. */
  group(names: readonly string[]): Record<string, string> | undefined {
    const values = names.map((name) => [name, this.text(name)] as const);
    const missing = values.filter(([, value]) => value === undefined).map(([name]) => name);
    if (missing.length === names.length) return undefined;
    if (missing.length > 0) {
      this.complain(missing.join(', '), `must be set as well when ${names[0]} or one of its group is`);
      return undefined;
    }
    return Object.fromEntries(values) as Record<string, string>;
  }

  complain(name: string, reason: string): void {
    this.#complaints.push(`${name} ${reason}`);
  }

  /** One error for every invalid setting, and for every unknown `VISAVIS_…` variable. */
  finish(): string[] {
    for (const name of Object.keys(this.#environment)) {
      if (!name.startsWith('VISAVIS_') || name.startsWith('VISAVIS_TEST_') || this.#known.has(name)) continue;
      const near = this.#nearest(name);
      this.complain(name, `is not a setting${near ? `; did you mean ${near}?` : ''}`);
    }
    return this.#complaints;
  }

  /** The common prefix is ignored in the comparison; some settings, such as PORT, have none. */
  #nearest(name: string): string | undefined {
    const bare = (full: string) => full.replace(/^VISAVIS_/, '');
    const near = nearestName(bare(name), [...this.#known].map(bare));
    return [...this.#known].find((known) => bare(known) === near);
  }
}
