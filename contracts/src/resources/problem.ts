import { type Static, Type } from 'typebox';
import { ERROR_CODES } from '../errors.ts';
import { Text } from './common.ts';

/** The body of every error response: RFC 9457, `application/problem+json`. */
export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'URL of a page that explains the code.' }),
    title: Text('Short summary, the same for every problem with this code.'),
    status: Type.Integer({ description: 'HTTP status of the response.' }),
    detail: Text('What went wrong in this request.'),
    code: Type.Enum(ERROR_CODES, { description: 'Error code for programs. The list is complete.' }),
    message: Text('The same text as `detail`.'),
    requestId: Text('The same value as the header `X-Request-Id`.'),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          path: Text('Path of the field, such as `avatar.refImage` or `query.take`.'),
          message: Text('What is wrong with the field.'),
        }),
        { description: 'Invalid fields of the request. Absent if no field is to blame.' },
      ),
    ),
  },
  { title: 'Problem', description: 'Problem details of an error response (RFC 9457).' },
);
export type Problem = Static<typeof Problem>;
