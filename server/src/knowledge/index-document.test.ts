import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IndexReport } from '../domain/knowledge-bases/document.ts';
import { extractPassages } from './extraction/extract-text.ts';
import { type IndexableDocument, type IndexJob, type IndexPorts, indexDocument } from './index-document.ts';
import type { Passage } from './passages.ts';

/** An in-memory stand-in for the rest of the service. */
class Service implements IndexPorts {
  document: IndexableDocument | undefined = {
    id: 'doc_1',
    knowledgeBaseId: 'kb_1',
    attempt: 1,
    blobKey: 'key',
  };
  content: () => Readable = () =>
    Readable.from([Buffer.from('# Returns\n\nYou can return items within 30 days.\n')]);
  attempt = 1;
  passages: Passage[] = [];
  removals = 0;
  reports: IndexReport[] = [];
  extract: IndexPorts['extract'] = extractPassages;
  whileWriting: () => void = () => undefined;
  readonly turnMs = 20_000;
  /** Whether passages of an unfinished run are kept. */
  keepsParts = false;
  endTurn: IndexPorts['endTurn'] = () => Promise.resolve();

  findDocument(job: IndexJob) {
    return Promise.resolve(job.attempt === this.attempt ? this.document : undefined);
  }

  open() {
    return Promise.resolve({ content: this.content(), mimeType: 'text/markdown' });
  }

  report(job: IndexJob, report: IndexReport) {
    const counts = this.document !== undefined && job.attempt === this.attempt;
    if (counts) this.reports.push(report);
    return Promise.resolve(counts);
  }

  async replacePassages(
    { id, attempt }: IndexableDocument,
    batches: AsyncIterable<Passage[]>,
    { kept, afterBatch }: Parameters<IndexPorts['replacePassages']>[2],
  ) {
    const passages = this.passages.slice(0, kept);
    for await (const batch of batches) {
      passages.push(...batch);
      if (kept > 0 || this.keepsParts) this.passages = passages;
      await afterBatch(passages.length);
    }
    this.whileWriting();
    const isCurrent = (await this.findDocument({ documentId: id, attempt })) !== undefined;
    if (isCurrent) this.passages = passages;
    return isCurrent;
  }

  removePassages() {
    this.removals++;
    this.passages = [];
    return Promise.resolve();
  }
}

const JOB = { documentId: 'doc_1', attempt: 1 };

describe('indexDocument', () => {
  let service: Service;
  afterEach(() => vi.useRealTimers());

  beforeEach(() => {
    service = new Service();
  });

  it('indexes a document from its bytes to its passages, any number of times', async () => {
    for (let round = 0; round < 2; round++) {
      expect(await indexDocument(JOB, service)).toBe('indexed');
      expect(service.passages).toMatchObject([{ ordinal: 0, title: 'Returns' }]);
    }
    expect(service.reports.at(-1)).toEqual({ type: 'indexed', content: '1 passage was indexed.' });
  });

  it('rejects on a failure that is not the document’s, so that it is tried again', async () => {
    await indexDocument(JOB, service);
    service.content = () => {
      const broken = new Readable({ read: () => undefined });
      setImmediate(() => broken.destroy(new Error('the store is away')));
      return broken;
    };
    await expect(indexDocument(JOB, service)).rejects.toThrow('the store is away');
    expect(service.passages).toHaveLength(1);
    expect(service.reports.filter((report) => report.type === 'failed')).toEqual([]);
  });

  it('ends at once when the document is deleted, because the deletion removes its passages', async () => {
    service.whileWriting = () => {
      service.document = undefined;
    };
    expect(await indexDocument(JOB, service)).toBe('superseded');
    expect(service).toMatchObject({ passages: [], removals: 0 });
    expect(service.reports.filter(({ type }) => type !== 'progress')).toEqual([]);
  });

  it('does not touch the passages of a newer run', async () => {
    await indexDocument(JOB, service);
    service.whileWriting = () => {
      service.attempt = 2;
    };
    expect(await indexDocument(JOB, service)).toBe('superseded');
    expect(service.passages).toHaveLength(1);
  });

  it('stops reading as soon as it learns that the document is gone', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let stopped = false;
    service.extract = async function* (_source, { signal, onProgress }) {
      yield [{ ordinal: 0, text: 'first' }];
      service.document = undefined;
      for (let done = 1; ; done++) {
        await new Promise(setImmediate);
        // Now the next progress report is due.
        vi.advanceTimersByTime(2_000);
        onProgress?.({ unit: 'pages', done, total: 1_000_000 });
        stopped = signal?.aborted === true;
        signal?.throwIfAborted();
      }
    };
    expect(await indexDocument(JOB, service)).toBe('superseded');
    expect(stopped).toBe(true);
    expect(service.passages).toEqual([]);
  });

  it('ends its turn if others wait, continues where it stopped, and writes for at least as long as it skipped', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    service.keepsParts = true;
    const turns: number[] = [];
    service.endTurn = async (written) => {
      turns.push(written);
      throw new Error('others wait');
    };
    service.extract = async function* () {
      for (let first = 0; first < 24; first += 2) {
        yield [first, first + 1].map((ordinal) => ({ ordinal, text: `passage ${ordinal}` }));
        vi.advanceTimersByTime(8_000);
      }
    };
    let written = 0;
    for (let turn = 0; turn < 2; turn++) {
      await expect(indexDocument({ ...JOB, written }, service)).rejects.toThrow('others wait');
      written = turns.at(-1)!;
    }
    // 20 s of writing in the first turn; in the second as much as the 32 s in which it read the first 8 passages.
    expect(turns).toEqual([8, 18]);
    expect(await indexDocument({ ...JOB, written }, service)).toBe('indexed');
    expect(service.passages.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 24 }, (_, n) => n));
    expect(service.reports.at(-1)).toEqual({ type: 'indexed', content: '24 passages were indexed.' });
  });
});
