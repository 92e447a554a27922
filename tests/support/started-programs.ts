import { afterEach } from 'vitest';
import { Program } from './program.ts';

/** What a test has started: ended after it, the last first. Of a test that failed it is shown what its programs printed. */
export class StartedPrograms {
  readonly #ends: (() => Promise<unknown>)[] = [];
  readonly #programs: Program[] = [];

  /** Where tests are declared: the hook is theirs. */
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
