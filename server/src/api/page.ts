import type { ListQuery } from '@visavis/contracts';
import { invalid } from '../domain/errors.ts';
import type { PageOf, PagePosition, PageRequest } from '../domain/owned.ts';

type PageQuery = Pick<ListQuery, 'skip' | 'take' | 'client'> & { cursor?: string };

/** Applies list defaults. @throws DomainError `invalid_request` for an invalid cursor, or one with `skip` */
export function readPageQuery({ skip = 0, take = 20, client, cursor }: PageQuery): PageRequest {
  if (cursor !== undefined && skip > 0) {
    throw invalid(
      'query.cursor',
      'cannot be combined with skip, because the cursor already defines where the page begins',
    );
  }
  return {
    skip,
    take,
    ...(cursor !== undefined && { after: readCursor(cursor) }),
    ...(client !== undefined && { client }),
  };
}

/** Reads a time of a query, which validation has checked. */
export const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

/** Returns the fields of a list's response that surround its items. */
export function pageEnvelope({ skip, take, total, next }: PageOf<unknown>): {
  skip: number;
  take: number;
  total: number;
  nextCursor?: string;
} {
  return { skip, take, total, ...(next && { nextCursor: writeCursor(next) }) };
}

const writeCursor = ({ at, id }: PagePosition) => Buffer.from(`${at} ${id}`).toString('base64url');

/** A decoded cursor. The store cannot represent the year 0. */
const POSITION = /^((?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3})(\d{3}Z) ([\w-]{1,100})$/;

function readCursor(cursor: string): PagePosition {
  const [, milliseconds, rest, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (id === undefined || !isTime(`${milliseconds}Z`)) {
    throw invalid('query.cursor', 'must be the nextCursor of an earlier page of this list');
  }
  return { at: `${milliseconds}${rest}`, id };
}

/** Whether the store accepts a time: `Date` also accepts 30 February, which it reads as a day in March. */
function isTime(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}
