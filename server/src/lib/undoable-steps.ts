import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { withTimeout } from './timeout.ts';

/** The result of a step: named values, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without a return is inferred to answer void.
type Made = object | undefined | void;
/** All results up to and including a step. */
type With<Known, M extends Made> = Known & (M extends object ? M : unknown);

interface Step {
  name: string;
  run: (known: object) => unknown;
  undo: ((known: object) => unknown) | undefined;
}

export interface StepFailure {
  step: string;
  error: unknown;
}

/**
 * A list of named steps that runs forwards and is undone in reverse. A step gets the results so far and returns its
 * own; results are never mutated.
 */
export class UndoableSteps<Input extends object, Known extends Input = Input> {
  readonly #steps: readonly Step[];

  private constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  static from<Input extends object>(): UndoableSteps<Input> {
    return new UndoableSteps([]);
  }

  get names(): string[] {
    return this.#steps.map(({ name }) => name);
  }

  /**
   * Returns a new list with this step at its end. `undo` also runs for a step that failed or has not finished, because
   * it may have got halfway; its results are unknown then.
   */
  step<M extends Made>(
    name: string,
    run: (known: Known) => M | Promise<M>,
    undo?: (known: Known & Partial<With<object, M>>) => unknown,
  ): UndoableSteps<Input, With<Known, M>> {
    const step = { name, run, undo } as Step;
    return new UndoableSteps<Input, With<Known, M>>([...this.#steps, step]);
  }

  /** Creates a run, which starts with `forward`. */
  begin(input: Input): StepRun<Known> {
    return new StepRun(this.#steps, input);
  }
}

/** One run through a list of steps. */
export class StepRun<Known extends object> {
  readonly #steps: readonly Step[];
  readonly #begun: Step[] = [];
  #known: object;
  #isUndone = false;

  constructor(steps: readonly Step[], input: object) {
    this.#steps = steps;
    this.#known = input;
  }

  get latest(): string | undefined {
    return this.#begun.at(-1)?.name;
  }

  /**
   * Runs every step, each in a trace span of its name. After a step that returns no promise, the next starts
   * synchronously. Stops before the next step and rejects if a step throws, `back` was called, or `isOver` returns
   * true.
   */
  async forward(isOver: () => boolean = () => false): Promise<Known> {
    for (const step of this.#steps) {
      if (this.#isUndone || isOver()) throw new Error(`stopped before the step "${step.name}"`);
      this.#begun.push(step);
      const span = trace.getTracer('visavis').startSpan(step.name);
      let made: unknown;
      try {
        made = context.with(trace.setSpan(context.active(), span), () => step.run(this.#known));
        if (made instanceof Promise) made = await made;
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
      this.#known = { ...this.#known, ...(made as object | undefined) };
    }
    return this.#known as Known;
  }

  /**
   * Undoes all started steps, newest first, each even if others fail, and each for at most `timeoutMs` if given.
   * Returns the failures, for the log.
   */
  async back(timeoutMs?: number): Promise<StepFailure[]> {
    this.#isUndone = true;
    const failures: StepFailure[] = [];
    for (const { name, undo } of this.#begun.splice(0).reverse()) {
      try {
        const undone = Promise.resolve(undo?.(this.#known));
        await (timeoutMs === undefined ? undone : withTimeout(undone, timeoutMs, name));
      } catch (error) {
        failures.push({ step: name, error });
      }
    }
    return failures;
  }
}
