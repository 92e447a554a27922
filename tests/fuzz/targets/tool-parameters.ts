import { DomainError } from '@visavis/server/dist/domain/errors.js';
import { checkParameters, findArgumentFault } from '@visavis/server/dist/domain/tools/tool-parameters.js';
import type { FuzzTarget } from '../fuzz-target.ts';
import { jsonOf } from '../json-of.ts';

const ARGUMENTS = [{}, { a: 1, b: ['x'] }, { a: 'text', b: { c: null } }, { a: [1, 1.5], b: '2024-01-01' }];

export const target: FuzzTarget = {
  about: "schemas of tools' parameters, and arguments of models that are checked against them",
  covers: ['/tools/tool-parameters.js', '/typebox/build/'],
  seeds: `{"type":"object","properties":{"a":{"type":"integer","minimum":0,"multipleOf":2}},"required":["a"],"additionalProperties":false}
    {"type":"object","properties":{"a":{"anyOf":[{"type":"string","format":"date"},{"type":["null","number"]}]},"b":{"enum":["x",1]}}}
    {"type":"object","properties":{"b":{"type":"array","items":{"type":"object","properties":{"c":{"const":null}}},"maxItems":2}}}`,
  tokens:
    '"items": "enum":[ "const": "email" "multipleOf":0.1 "required": {} [] null "__proto__": "anyOf":[ "minLength": "default": true 1e308 "uri" "time"',
  declares: [DomainError],
  read(input) {
    const parameters = jsonOf(input);
    if (!parameters) return undefined;
    checkParameters(parameters);
    return ARGUMENTS.map((args) => findArgumentFault(parameters, args));
  },
};
