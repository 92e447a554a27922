import { nearestName } from '../lib/nearest-name.ts';
import {
  type AnySetting,
  Group,
  type InForce,
  Setting,
  type SettingsTable,
  settingsOf,
  type Values,
} from './setting.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads tables of settings and collects all complaints, so that an operator sees them at once. */
export class SettingsReader {
  /** Complaints about every setting that was read or used. */
  readonly complaints: string[] = [];
  readonly #environment: Environment;
  readonly #values = new Map<AnySetting, unknown>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Returns the values of settings and groups by their keys in the table, without absent ones. */
  read<S extends SettingsTable>(table: S): Values<S> {
    const values = Object.entries(table).map(([key, part]) => [
      key,
      part instanceof Setting
        ? this.inForce(part)
        : part instanceof Group
          ? this.#readGroup(part)
          : this.read(part),
    ]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }

  readonly inForce: InForce = (setting) => {
    if (!this.#values.has(setting)) this.#values.set(setting, this.#evaluate(setting));
    return this.#values.get(setting) as ReturnType<(typeof setting)['fallback']>;
  };

  isSet(setting: AnySetting): boolean {
    return this.#text(setting) !== undefined;
  }

  /**
   * Returns a warning for each variable that begins with `VISAVIS_` and is not in the table: it belongs to another
   * release, or is misspelled.
   */
  unknown(table: SettingsTable): string[] {
    const known = settingsOf(table).map(({ name }) => name);
    // The common prefix is ignored in the comparison; some settings, such as PORT, do not have it.
    const bare = (full: string) => full.replace(/^VISAVIS_/, '');
    return Object.keys(this.#environment)
      .filter((name) => /^VISAVIS_(?!TEST_)/.test(name) && !known.includes(name))
      .map((name) => {
        const near = nearestName(bare(name), known.map(bare));
        const meant = known.find((other) => bare(other) === near);
        return `${name} is not a setting${meant ? `; did you mean ${meant}?` : ''}`;
      });
  }

  /** An empty value counts as absent, because compose files and shells omit settings that way. */
  #text({ name }: AnySetting): string | undefined {
    return this.#environment[name]?.trim() || undefined;
  }

  #evaluate<V, T extends V | undefined>(setting: Setting<V, T>): T {
    const { name, kind, fallback, adjustment, objection } = setting;
    const text = this.#text(setting);
    const value = text === undefined ? undefined : kind.parse(text);
    if (text !== undefined && value === undefined)
      this.complaints.push(`${name} must ${kind.demand}${kind.text === 'quoted' ? `, not "${text}"` : ''}`);
    const objected = value !== undefined && objection(value, this.inForce);
    if (objected) this.complaints.push(`${name} ${objected}`);
    return adjustment((value ?? fallback(this.inForce)) as T, this.inForce);
  }

  /** Incomplete groups are a mistake, not a default. */
  #readGroup(group: Group<SettingsTable>): object | undefined {
    const values = this.read(group.parts);
    const needed = Object.values(group.parts).filter(
      (part): part is AnySetting => part instanceof Setting && part.inGroup === 'needed',
    );
    const missing = needed.filter((part) => !this.isSet(part) && this.inForce(part) === undefined);
    const lone = settingsOf(group).filter((part) => part.inGroup !== 'harmless alone' && this.isSet(part));
    const names = (settings: AnySetting[]) => settings.map(({ name }) => name).join(', ');
    if (missing.length > 0 && lone.length > 0)
      this.complaints.push(
        `${names(missing)} must be set as well when ${names(lone)} ${lone.length > 1 ? 'are' : 'is'}`,
      );
    const isWhole = needed.every((part) => this.inForce(part) !== undefined);
    return isWhole && Object.keys(values).length > 0 ? values : undefined;
  }
}
