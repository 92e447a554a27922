import type { ToolAnswer, ToolPlan } from '@visavis/contracts';
import type { EngineTool } from '../../engines/engine.ts';

export type CallTool = (
  tool: { id: string; timeoutMs: number },
  args: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<ToolAnswer>;

/** How much later than the tool's own limit a call counts as lost: the service says first that it took too long. */
const MARGIN_MS = 3_000;

/** The tools of the organization as an engine offers them to its model; the service makes the calls. */
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
