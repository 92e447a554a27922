import type { Clock } from '../../lib/clock.ts';
import { objectOf } from '../../lib/json-reader.ts';
import { messageOf } from '../../lib/message-of.ts';
import type { EngineEvent, EngineTool } from '../engine.ts';
import type { HistoryCall } from '../history.ts';

export interface ToolOutcome {
  /** The result or the failure, as text for the model. */
  output: string;
  failed: boolean;
  /** Whether the model need not respond to this result. */
  silent: boolean;
  /** Whether the user interrupted: the model's next words do not refer to this call. */
  cancelled?: boolean;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** Limits models that answer every result with another call. */
const CALLS_A_MINUTE = 30;
/** Characters of JSON. */
const MAX_ARGUMENTS_CHARACTERS = 64 * 1024;
/** Maximum calls in one answer; further ones are dropped. */
export const MAX_CALLS_AN_ANSWER = 32;

/** The reason with which a call is aborted if the user interrupts. */
class Interrupted extends Error {}

const INTERRUPTED: ToolOutcome = {
  output: 'The call was cancelled, because the user broke in. Whether it still had an effect is not known.',
  failed: true,
  silent: true,
  cancelled: true,
};

interface ToolRunnerOptions {
  emit: (event: EngineEvent) => void;
  clock: Clock;
  /** Called with each result that the model should respond to. */
  onAnswered?: (call: HistoryCall, output: string) => void;
}

/** Runs a model's tool calls. A call never rejects: a failure becomes its result for the model. */
export class ToolRunner {
  readonly tools: readonly EngineTool[];
  readonly #options: ToolRunnerOptions;
  readonly #running = new Map<string, { name: string; abort: AbortController }>();
  #calledAt: number[] = [];

  constructor(tools: readonly EngineTool[], options: ToolRunnerOptions) {
    this.tools = tools;
    this.#options = options;
  }

  /**
   * Runs a call. `args` is an object, or its JSON as models write it. Returns `undefined` if the call was cancelled. A
   * call that exceeds the limits is not recorded.
   */
  async call(callId: string, name: string, args: unknown): Promise<ToolOutcome | undefined> {
    const content = typeof args === 'string' ? args : JSON.stringify(args ?? {});
    if (callId.length + name.length + content.length > MAX_ARGUMENTS_CHARACTERS)
      return failure(`the call has more than ${MAX_ARGUMENTS_CHARACTERS} characters`);
    if (this.#isTooOften()) return failure('tools were called too often; answer without them');
    const abort = new AbortController();
    this.#running.set(callId, { name, abort });
    const tool = this.tools.find((candidate) => candidate.name === name);
    this.#options.emit({ type: 'tool_call', name, content });
    // The model will respond to the result.
    if (!tool?.silent) this.#options.emit({ type: 'thinking' });
    let outcome = await this.#run(tool, name, args, abort.signal);
    this.#running.delete(callId);
    if (abort.signal.reason instanceof Interrupted) outcome = INTERRUPTED;
    else if (abort.signal.aborted) return undefined;
    this.#options.emit({ type: 'tool_result', name, content: outcome.output });
    if (!tool?.silent)
      this.#options.onAnswered?.({ callId, name, args: parseArguments(args) ?? {} }, outcome.output);
    return outcome;
  }

  cancel(callId: string): void {
    this.#running.get(callId)?.abort.abort();
  }

  /** The user interrupted: cancels running calls. Returns the names of their tools. */
  interrupt(): string[] {
    return [...this.#running.values()].map(({ name, abort }) => {
      abort.abort(new Interrupted());
      return name;
    });
  }

  abort(): void {
    for (const { abort } of this.#running.values()) abort.abort();
  }

  #isTooOften(): boolean {
    const now = this.#options.clock.now();
    this.#calledAt = this.#calledAt.filter((at) => now - at < 60_000);
    if (this.#calledAt.length === CALLS_A_MINUTE) return true;
    this.#calledAt.push(now);
    return false;
  }

  async #run(
    tool: EngineTool | undefined,
    name: string,
    args: unknown,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    if (!tool) return failure(`there is no tool "${name}"`);
    const parsed = parseArguments(args);
    if (!parsed) return failure('the arguments are not a JSON object');
    const deadline = new AbortController();
    let cancelDeadline: () => void = () => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      cancelDeadline = this.#options.clock.after(tool.timeoutMs ?? DEFAULT_TIMEOUT_MS, () => {
        reject(new Error('it took too long'));
        deadline.abort();
      });
      signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true });
    });
    try {
      const run = Promise.resolve().then(() => tool.run(parsed, AbortSignal.any([signal, deadline.signal])));
      return { output: await Promise.race([run, late]), failed: false, silent: tool.silent ?? false };
    } catch (error) {
      return failure(messageOf(error));
    } finally {
      cancelDeadline();
    }
  }
}

function failure(why: string): ToolOutcome {
  return { output: `The tool failed: ${why}.`, failed: true, silent: false };
}

function parseArguments(args: unknown): Record<string, unknown> | undefined {
  if (args === undefined || args === null || args === '') return {};
  if (typeof args !== 'string') return objectOf(args);
  try {
    return objectOf(JSON.parse(args));
  } catch {
    return undefined;
  }
}
