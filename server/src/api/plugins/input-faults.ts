import type { InputFault } from '@visavis/contracts';
import type { ErrorObject } from 'ajv';
import { nearestName } from '../../lib/nearest-name.ts';

const MAX_FAULTS = 20;

const PREFIX: Record<string, string> = { body: '', querystring: 'query', params: 'path', headers: 'header' };

/** Turns validation errors into messages for the caller, each with the path of the invalid value. */
export function describeFaults(errors: readonly unknown[], context: string): InputFault[] {
  // Stops at the maximum: describing five thousand faults would take longer than the rest of the request.
  const faults = new Map<string, InputFault>();
  for (const error of errors as ErrorObject[]) {
    const fault = describeFault(error, PREFIX[context] ?? '');
    faults.set(`${fault.path} ${fault.message}`, fault);
    if (faults.size === MAX_FAULTS) break;
  }
  return [...faults.values()];
}

function describeFault(error: ErrorObject, prefix: string): InputFault {
  const at = (property?: string) => dotted(prefix, error.instancePath, property);
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(error.params.additionalProperty);
      const known = Object.entries(
        (error.parentSchema?.properties ?? {}) as Record<string, { readOnly?: boolean }>,
      )
        .filter(([, schema]) => !schema.readOnly)
        .map(([property]) => property);
      const nearest = nearestName(name, known);
      const hint = nearest ? `did you mean \`${nearest}\`?` : `allowed: ${known.join(', ')}.`;
      const kind = prefix === 'query' ? 'parameter' : 'property';
      return { path: at(cut(name)), message: `is not a known ${kind}; ${hint}` };
    }
    case 'required':
      return { path: at(String(error.params.missingProperty)), message: 'is required' };
    case 'enum': {
      const values = (error.params.allowedValues as (string | null)[]).filter((value) => value !== null);
      return { path: at(), message: `must be one of ${values.join(', ')}` };
    }
    case 'type':
      return prefix === '' && error.instancePath === ''
        ? { path: at(), message: 'must be a JSON object' }
        : { path: at(), message: `must be ${[error.params.type].flat().join(' or ')}` };
    case 'minLength':
    case 'minItems': {
      const { limit } = error.params;
      return { path: at(), message: limit === 1 ? 'must not be empty' : `must have at least ${limit} items` };
    }
    case 'maxLength':
      return { path: at(), message: `must have at most ${error.params.limit} characters` };
    case 'maxItems':
      return { path: at(), message: `must have at most ${error.params.limit} items` };
    case 'uniqueItems':
      return {
        path: at(),
        message: `must not contain duplicates (items ${error.params.j} and ${error.params.i})`,
      };
    case 'pattern': {
      const { description } = (error.parentSchema ?? {}) as { description?: string };
      const form = description ?? `The pattern is ${error.params.pattern}`;
      return { path: at(), message: `does not match the required format. ${form}` };
    }
    default:
      return { path: at(), message: error.message ?? 'is not valid' };
  }
}

/** `/avatar/refImage` → `avatar.refImage`, prefixed with the part of the request. */
function dotted(prefix: string, instancePath: string, property?: string): string {
  const parts = instancePath.split('/').slice(1).map(unescapePointer);
  return (
    [prefix, ...parts.map(cut), property].filter((part) => part !== undefined && part !== '').join('.') ||
    'body'
  );
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

const cut = (name: string) => (name.length > 64 ? `${name.slice(0, 64)}…` : name);
