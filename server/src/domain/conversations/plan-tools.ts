import type { ToolPlan } from '@visavis/contracts';
import type { Tools } from '../tools/tools.ts';
import type { EngineChoice } from './live-ports.ts';
import type { PlannedEngine } from './plan-engine.ts';
import type { Persona } from './resolve-persona.ts';

export interface PlannedTools {
  plans: readonly ToolPlan[];
  /** Warnings about tools that the engine's model cannot call. */
  warnings: readonly string[];
}

/** Returns the tools that the engine's model may call, as they are currently defined. */
export async function planTools(
  tools: Pick<Tools, 'getMany'>,
  engines: EngineChoice,
  persona: Persona,
  engine: PlannedEngine,
): Promise<PlannedTools> {
  const ids = persona.speech?.toolIds ?? [];
  const found = await tools.getMany(persona.face.organizationId, ids);
  const selectedTools = ids.flatMap((id) => found.get(id) ?? []);
  const names = selectedTools.map(({ name }) => name);
  const traits = engines.traitsOf(engine.plan.name);
  if (traits.tools === 'none') {
    const warning = `${traits.title} cannot call tools, so these are not used: ${names.join(', ')}.`;
    return { plans: [], warnings: names.length > 0 ? [warning] : [] };
  }
  const plans = selectedTools.map(({ id, name, description, parameters, timeoutMs }) => ({
    id,
    name,
    description,
    parameters,
    timeoutMs,
  }));
  if (traits.tools === 'declared') return { plans, warnings: [] };
  // The protocol cannot add a tool to such an agent; features that need no tool are not affected.
  const searchesWeb = engine.plan.search && engines.searchesWeb(engine.plan.name);
  const neededTools = [
    ...(searchesWeb ? ['search_web'] : []),
    ...(persona.knowledgeBaseId ? ['search_knowledge_base'] : []),
    ...names,
  ];
  const warning = `An agent at ${traits.title} can call only tools that are configured there as client tools of the same name: ${neededTools.join(', ')}.`;
  return { plans, warnings: neededTools.length > 0 ? [warning] : [] };
}
