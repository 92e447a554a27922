import type * as contract from '@visavis/contracts';
import type { Tool } from '../../domain/tools/tools.ts';
import { presentOwned, withoutEmpty } from './present.ts';

export function presentTool(tool: Tool, now: Date): contract.Tool {
  const { name, description, parameters, url, headerNames, timeoutMs, previousSecretUntil } = tool;
  const isPreviousValid = previousSecretUntil !== null && previousSecretUntil > now;
  return withoutEmpty({
    ...presentOwned(tool),
    name,
    description,
    parameters,
    url,
    headerNames: [...headerNames],
    timeoutMs,
    previousSecretExpiresAt: isPreviousValid ? previousSecretUntil.toISOString() : null,
  });
}
