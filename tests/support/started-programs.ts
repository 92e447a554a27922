import { afterEach } from 'vitest';
import { Program } from './program.ts';

/**
 * The programs that a test has started. They are stopped after it, the last first. If the test fails, their output is
 * shown.
 */
export class StartedPrograms {
  readonly #ends: (() => Promise<unknown>)[] = [];
  readonly #programs: Program[] = [];

  /** Must be called where tests are declared, because it registers a hook for them. */
  constructor() {
    afterEach(async ({ task }) => {
      const programs = this.#programs.splice(0);
      if (task.result?.state === 'fail') console.error(programs.flatMap(({ lines }) => lines).join('\n'));
      for (const end of this.#ends.splice(0).reverse()) await end();
    });
  }

  start(...args: ConstructorParameters<typeof Program>): Program {
    const program = new Program(...args);
    this.#programs.push(program);
    this.endWith(() => program.stop());
    return program;
  }

  endWith(end: () => Promise<unknown>): void {
    this.#ends.push(end);
  }
}
