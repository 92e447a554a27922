import { type Static, Type } from 'typebox';
import { ERROR_CODES } from '../errors.ts';

/** The body of every error response: RFC 9457, `application/problem+json`. */
export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'A page that explains the code.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What went wrong this time.' }),
    code: Type.Enum(ERROR_CODES, { description: 'One of a closed list.' }),
    message: Type.String({ description: 'The same text as `detail`.' }),
    requestId: Type.String({ description: 'The same as the header `X-Request-Id`.' }),
    errors: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'The faults of the input, by path.',
      }),
    ),
  },
  { title: 'Problem', description: 'RFC 9457 problem details.' },
);
export type Problem = Static<typeof Problem>;
