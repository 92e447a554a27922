import type { Config } from '../../config.ts';

export interface Finding {
  level: 'ok' | 'note' | 'fail';
  text: string;
  hint?: string | undefined;
}

export interface CheckOptions {
  /** Whether to measure what an earlier run, or the service, has already measured. */
  measuresAgain?: boolean;
}

/** One check. Its exceptions are reported as findings as well. */
export interface Check {
  name: string;
  run(config: Config, options?: CheckOptions): Promise<Finding | Finding[]>;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string, hint?: string): Finding => ({ level: 'note', text, hint });
export const fail = (text: string, hint?: string): Finding => ({ level: 'fail', text, hint });
