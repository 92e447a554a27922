import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
};
/** The build creates compressed copies of scripts and styles. */
const COPIES = { br: '.br', gzip: '.gz' } as const;

/**
 * Serves the files of a built folder. They are listed once, and a path is only compared with that list and never
 * resolved, so a request cannot reach anything else.
 */
export function pageFiles(folder: string) {
  const files = new Set(listFiles(folder));
  return async ({ headers }: FastifyRequest, reply: FastifyReply, name: string): Promise<unknown> => {
    const type = TYPES[extname(name)];
    if (type === undefined || !files.has(name)) {
      reply.removeHeader('cache-control');
      return reply.callNotFound();
    }
    const accepted = new Set(
      String(headers['accept-encoding'] ?? '')
        .split(',')
        .map((it) => it.trim()),
    );
    const coding = (['br', 'gzip'] as const).find(
      (it) => accepted.has(it) && files.has(`${name}${COPIES[it]}`),
    );
    const bytes = await readFile(join(folder, coding ? `${name}${COPIES[coding]}` : name));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag).type(type);
    if (coding) reply.header('content-encoding', coding);
    if (files.has(`${name}${COPIES.br}`)) reply.header('vary', 'origin, accept-encoding');
    return headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(bytes);
  };
}

/** Returns an empty list if the page has not been built, as during development of another part. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  } catch {
    return [];
  }
}
