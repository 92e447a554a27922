import { type Static, Type } from 'typebox';
import { Resource } from './common.ts';

export const HealthResponse = Resource('HealthResponse', {
  status: Type.String({
    description:
      '`ok`, `failing` if a required part does not work (`GET /readyz` names it), or `stopping` during shutdown.',
    examples: ['ok'],
  }),
  version: Type.String({ description: 'The version of the service.', examples: ['3.0.0'] }),
});
export type HealthResponse = Static<typeof HealthResponse>;
