import { type RequestParts, readJson, type Send } from './send.ts';

const MAX_PAGE_SIZE = 50;

/**
 * Yields all items of a list, page after page. Lists with cursors have no repetitions or gaps, even if rows are added
 * or removed meanwhile. In other lists, added rows shift later pages: rows already yielded are skipped.
 */
export async function* listAll(send: Send, path: string, parts: RequestParts = {}): AsyncGenerator<unknown> {
  const take = Number(parts.query?.take ?? MAX_PAGE_SIZE);
  const yieldedIds = new Set<string>();
  let query: NonNullable<RequestParts['query']> = { skip: 0, ...parts.query, take };
  for (;;) {
    const response = await send('GET', path, { ...parts, query });
    const page = (await readJson(response)) as { total: number; nextCursor?: string };
    for (const item of itemsOf(page)) {
      if (item.id !== undefined && yieldedIds.has(item.id)) continue;
      if (item.id !== undefined) yieldedIds.add(item.id);
      yield item;
    }
    if (page.nextCursor !== undefined) {
      const { skip: _, ...filter } = query;
      query = { ...filter, cursor: page.nextCursor };
      continue;
    }
    // Without a cursor, this is the last page of a list with cursors, whose query has no `skip` any more, or one of a
    // list without.
    if (query.skip === undefined) return;
    const skip: number = Number(query.skip) + take;
    if (skip >= page.total) return;
    query = { ...query, skip };
  }
}

/** A page has one array; its name depends on the list. */
function itemsOf(page: object): { id?: string }[] {
  return Object.values(page).find((value) => Array.isArray(value)) ?? [];
}
