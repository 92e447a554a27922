import type { Brain, KnowledgeBase, KnowledgeBaseDocument } from '@visavis/contracts';
import type { Service } from './service.ts';

interface BrainRecord {
  /** The last version that the service has acknowledged, and the last that was sent. */
  acknowledged: number;
  sent: number;
  deletion: 'none' | 'sent' | 'acknowledged';
}

const PAGE = 50;

/** What the service has acknowledged, to be held against what it knows after its death. */
export class WriteLedger {
  acknowledged = 0;
  readonly #brains = new Map<string, BrainRecord>();
  readonly #documents = new Map<string, { knowledgeBaseId: string; size: number }>();

  /** Creates, changes and deletes one thing after another until the service is gone. */
  async writeBrains(service: Service): Promise<void> {
    await untilGone(async (count) => {
      const { id } = await service.expect<Brain>('POST', '/v3/brains', { instructions: 'version 0' });
      const record: BrainRecord = { acknowledged: 0, sent: 0, deletion: 'none' };
      this.#brains.set(id, record);
      this.acknowledged++;
      for (let version = 1; version <= 2; version++) {
        record.sent = version;
        await service.expect('PATCH', `/v3/brains/${id}`, { instructions: `version ${version}` });
        record.acknowledged = version;
        this.acknowledged++;
      }
      if (count % 3 !== 0) return;
      record.deletion = 'sent';
      await service.expect('DELETE', `/v3/brains/${id}`);
      record.deletion = 'acknowledged';
      this.acknowledged++;
    });
  }

  /** Uploads one document after another until the service is gone. */
  async writeDocuments(service: Service): Promise<void> {
    await untilGone(async (count) => {
      const { id: knowledgeBaseId } = await service.expect<KnowledgeBase>('POST', '/v3/knowledge-bases', {
        name: `Base ${count}`,
      });
      const { document, uploadUrl } = await service.expect<{
        document: KnowledgeBaseDocument;
        uploadUrl: string;
      }>('POST', `/v3/knowledge-bases/${knowledgeBaseId}/documents`, {
        name: 'Notes',
        mimeType: 'text/plain',
      });
      const text = `The number of this document is ${count}. `.repeat(1 + count * 20);
      const headers = { 'content-type': 'text/plain' };
      const uploaded = await fetch(uploadUrl, { method: 'PUT', headers, body: text });
      if (!uploaded.ok) throw new Error(`the upload was refused: ${uploaded.status}`);
      this.#documents.set(document.id, { knowledgeBaseId, size: Buffer.byteLength(text) });
      this.acknowledged += 3;
    });
  }

  /** What has been acknowledged and is not as it was acknowledged; empty where nothing was lost. */
  async findLosses(service: Service): Promise<string[]> {
    const losses: string[] = [];
    const brains = new Map(
      (await readAll<Brain>(service, '/v3/brains', 'brains')).map((brain) => [brain.id, brain]),
    );
    for (const [id, { acknowledged, sent, deletion }] of this.#brains) {
      const version = Number(brains.get(id)?.instructions?.replace('version ', '') ?? Number.NaN);
      if (deletion === 'acknowledged' && brains.has(id)) losses.push(`${id} is back after its deletion`);
      if (deletion === 'none' && !brains.has(id)) losses.push(`${id} is gone`);
      if (version < acknowledged || version > sent)
        losses.push(`${id} is at version ${version}, and ${acknowledged} was acknowledged`);
    }
    const bases = await readAll<KnowledgeBase>(service, '/v3/knowledge-bases', 'items');
    const documents = new Map(bases.flatMap((base) => base.documents ?? []).map((each) => [each.id, each]));
    for (const [id, { size }] of this.#documents) {
      const found = documents.get(id);
      if (found?.status !== 'uploaded' || found.size !== size)
        losses.push(`${id} of ${size} bytes is ${found?.status} with ${found?.size} bytes`);
    }
    return losses;
  }

  /** The last document that was uploaded. */
  get lastDocument(): { id: string; knowledgeBaseId: string } {
    const [id, { knowledgeBaseId }] = [...this.#documents].at(-1)!;
    return { id, knowledgeBaseId };
  }
}

/** All pages of a list. */
export async function readAll<T>(service: Service, path: string, name: string): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const page = await service.expect<Record<string, unknown>>(
      'GET',
      `${path}?take=${PAGE}&skip=${all.length}`,
    );
    const rows = page[name] as T[];
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
}

/** A refusal is a mistake of the test; a connection that breaks is what it waits for. */
async function untilGone(step: (count: number) => Promise<void>): Promise<void> {
  for (let count = 0; ; count++) {
    try {
      await step(count);
    } catch (error) {
      // What fetch throws when there is nobody at the other end, or nobody any more.
      if (error instanceof TypeError || error instanceof SyntaxError) return;
      throw error;
    }
  }
}
