import type { ListQuery } from '@visavis/contracts';
import type { PageOf, PageRequest } from '../domain/owned.ts';

/** The defaults of every list. */
export function pageRequest({ skip = 0, take = 20, client }: ListQuery): PageRequest {
  return { skip, take, ...(client !== undefined && { client }) };
}

/** The counts of the envelope of a list. */
export function counts({ skip, take, total }: PageOf<unknown>): {
  skip: number;
  take: number;
  total: number;
} {
  return { skip, take, total };
}
