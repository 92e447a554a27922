import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EmscriptenOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts'];

interface NodeStream {
  /** The host's file descriptor. */
  nfd: number;
}

interface NodeFsModule {
  NODEFS: { stream_ops: { fsync?: (stream: NodeStream) => number } };
}

/**
 * PGlite's file system on the host's files, with an fsync that reaches the disk.
 *
 * Emscripten's NODEFS has no `fsync`, and its `fdatasync` reports success without doing anything; so PostgreSQL must
 * also run without `-F` and with `wal_sync_method=fsync`. This relies on PGlite's internals: the self-test at startup
 * verifies by `syncCalls` that the hook is still called.
 */
export class DurableFS extends NodeFS {
  syncCalls = 0;

  override async init(db: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(db, options);
    const install = (module: unknown): void => {
      (module as NodeFsModule).NODEFS.stream_ops.fsync = (stream) => {
        this.syncCalls += 1;
        // PostgreSQL panics if fsync fails, as it must: pages that the kernel has dropped cannot be written again.
        fs.fsyncSync(stream.nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] } };
  }
}

/** Commits a dummy change and checks that the commit waited for the disk. Throws if it did not. */
export async function verifyDurable(db: PGlite, files: DurableFS): Promise<void> {
  const before = files.syncCalls;
  await db.query(`select pg_logical_emit_message(true, 'self-test', '')`);
  if (files.syncCalls > before) return;
  throw new Error('this version of PGlite does not sync its commits to disk and must not be used');
}
