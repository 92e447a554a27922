import type { ToolAnswer, ToolPlan } from '@visavis/contracts';
import type { EngineTool } from '../../engines/engine.ts';

export type CallTool = (
  tool: { id: string; timeoutMs: number },
  args: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<ToolAnswer>;

/** Added to the tool's own limit before a call counts as lost, so that the service's own time-out comes first. */
const MARGIN_MS = 3_000;

/** The organization's tools as an engine offers them to its model; the service makes the calls. */
export function organizationTools(plans: readonly ToolPlan[], call: CallTool): EngineTool[] {
  return plans.map(({ id, name, description, parameters, timeoutMs }) => ({
    name,
    description,
    parameters,
    timeoutMs: timeoutMs + MARGIN_MS,
    async run(args, signal) {
      const { output, failed } = await call({ id, timeoutMs }, args, signal);
      if (failed) throw new Error(output);
      return output;
    },
  }));
}
