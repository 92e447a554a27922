import { Report } from './report.ts';
import { Scope } from './scope.ts';

export type Run = (bench: Bench) => Promise<void>;

/** The arguments and the report of a benchmark, and what it must close at the end. */
export class Bench {
  readonly args: readonly string[];
  readonly report = new Report();
  readonly scope = new Scope();

  constructor(args: readonly string[]) {
    this.args = args;
  }

  /**
   * Parses options by their defaults: `--rounds 5`, `--rounds=5`, `rounds=5`, or unnamed in the order of the defaults.
   * @throws Error if one is unknown or not a number
   */
  readonly options = <O extends Record<string, string | number>>(defaults: O): O => {
    const names = Object.keys(defaults);
    const given: Record<string, string | number> = {};
    const args = [...this.args];
    for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
      const [, dashes, key, set] = /^(--)?(?:([\w-]+)(?:=(.*))?)?/s.exec(arg)!;
      const isNamed = dashes !== undefined || set !== undefined;
      const name = isNamed ? key! : names.find((each) => !(each in given));
      const text = isNamed ? (set ?? args.shift()) : arg;
      const value = name && typeof defaults[name] === 'number' ? Number(text) : text;
      if (!name || !(name in defaults) || value === undefined || Number.isNaN(value))
        throw new Error(`${arg} is no such option, or has no such value; the options: ${names.join(', ')}`);
      given[name] = value;
    }
    return { ...defaults, ...given };
  };
}
