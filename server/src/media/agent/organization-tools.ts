import type { ToolAnswer, ToolPlan, ToolRequest } from '@visavis/contracts';
import type { EngineTool } from '../../engines/engine.ts';

export type CallTool = (request: ToolRequest, timeoutMs: number, signal: AbortSignal) => Promise<ToolAnswer>;

/** Added to the tool's own limit before a call counts as lost, so that the service's own timeout comes first. */
const MARGIN_MS = 3_000;

/**
 * Returns the organization's tools as an engine offers them to its model; the service makes the calls.
 * `languageNow` returns the language that the consumer speaks, as ISO 639-1, if it is known.
 */
export function organizationTools(
  plans: readonly ToolPlan[],
  call: CallTool,
  languageNow: () => string | undefined,
): EngineTool[] {
  return plans.map(({ id, name, description, parameters, timeoutMs }) => ({
    name,
    description,
    parameters,
    timeoutMs: timeoutMs + MARGIN_MS,
    async run(args, signal) {
      const language = languageNow();
      const request = { toolId: id, arguments: args, ...(language !== undefined && { language }) };
      const { output, failed } = await call(request, timeoutMs, signal);
      if (failed) throw new Error(output);
      return output;
    },
  }));
}
