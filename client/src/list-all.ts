import { type RequestParts, readJson, type Send } from './send.ts';

const LARGEST_PAGE = 50;

/**
 * All of a list, page after page. Lists are newest first, so what is added meanwhile pushes the rest on: what has been
 * given once is not given again.
 */
export async function* listAll(send: Send, path: string, parts: RequestParts = {}): AsyncGenerator<unknown> {
  const take = Number(parts.query?.take ?? LARGEST_PAGE);
  const given = new Set<string>();
  for (let skip = Number(parts.query?.skip ?? 0); ; skip += take) {
    const response = await send('GET', path, { ...parts, query: { ...parts.query, skip, take } });
    const page = (await readJson(response)) as { total: number };
    for (const item of itemsOf(page)) {
      if (item.id !== undefined && given.has(item.id)) continue;
      if (item.id !== undefined) given.add(item.id);
      yield item;
    }
    if (skip + take >= page.total) return;
  }
}

/** A page has one array; its name depends on the list. */
function itemsOf(page: object): { id?: string }[] {
  return Object.values(page).find((value) => Array.isArray(value)) ?? [];
}
