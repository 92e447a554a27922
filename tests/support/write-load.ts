import { type Brain, type KnowledgeBaseDocument, VisavisConnectionError } from '@visavis/client';
import type { Service } from './service.ts';

interface BrainRecord {
  /** The last version that the service has acknowledged, and the last one sent. */
  acknowledged: number;
  sent: number;
  deletion: 'none' | 'sent' | 'acknowledged';
}

/** Records what the service has acknowledged, to compare it with its state after a crash. */
export class WriteLedger {
  acknowledged = 0;
  readonly #brains = new Map<string, BrainRecord>();
  readonly #documents = new Map<string, { knowledgeBaseId: string; size: number }>();

  /** Creates, changes and deletes one thing after another until the service is unreachable. */
  async writeBrains({ client }: Service): Promise<void> {
    await untilGone(async (count) => {
      const { id } = await client.post('/v3/brains', { body: { instructions: 'version 0' } });
      const record: BrainRecord = { acknowledged: 0, sent: 0, deletion: 'none' };
      this.#brains.set(id, record);
      this.acknowledged++;
      for (let version = 1; version <= 2; version++) {
        record.sent = version;
        await client.patch('/v3/brains/{id}', { path: { id }, body: { instructions: `version ${version}` } });
        record.acknowledged = version;
        this.acknowledged++;
      }
      if (count % 3 !== 0) return;
      record.deletion = 'sent';
      await client.delete('/v3/brains/{id}', { path: { id } });
      record.deletion = 'acknowledged';
      this.acknowledged++;
    });
  }

  /** Uploads one document after another until the service is unreachable. */
  async writeDocuments({ client }: Service): Promise<void> {
    await untilGone(async (count) => {
      const { id: knowledgeBaseId } = await client.post('/v3/knowledge-bases', {
        body: { name: `Base ${count}` },
      });
      const { document, uploadUrl } = await client.post('/v3/knowledge-bases/{id}/documents', {
        path: { id: knowledgeBaseId },
        body: { name: 'Notes', mimeType: 'text/plain' },
      });
      const text = `The number of this document is ${count}. `.repeat(1 + count * 20);
      const headers = { 'content-type': 'text/plain' };
      const uploaded = await fetch(uploadUrl, { method: 'PUT', headers, body: text });
      if (!uploaded.ok) throw new Error(`the upload was refused: ${uploaded.status}`);
      this.#documents.set(document.id, { knowledgeBaseId, size: Buffer.byteLength(text) });
      this.acknowledged += 3;
    });
  }

  /** Returns acknowledged writes that the service no longer has; empty if nothing was lost. */
  async findLosses({ client }: Service): Promise<string[]> {
    const losses: string[] = [];
    const brains = new Map<string, Brain>();
    for await (const brain of client.list('/v3/brains')) brains.set(brain.id, brain);
    for (const [id, { acknowledged, sent, deletion }] of this.#brains) {
      const version = Number(brains.get(id)?.instructions?.replace('version ', '') ?? Number.NaN);
      if (deletion === 'acknowledged' && brains.has(id)) losses.push(`${id} is back after its deletion`);
      if (deletion === 'none' && !brains.has(id)) losses.push(`${id} is gone`);
      if (version < acknowledged || version > sent)
        losses.push(`${id} is at version ${version}, and ${acknowledged} was acknowledged`);
    }
    const documents = new Map<string, KnowledgeBaseDocument>();
    for await (const base of client.list('/v3/knowledge-bases')) {
      for (const document of base.documents) documents.set(document.id, document);
    }
    for (const [id, { size }] of this.#documents) {
      const found = documents.get(id);
      if (found?.status !== 'uploaded' || found.size !== size)
        losses.push(`${id} of ${size} bytes is ${found?.status} with ${found?.size} bytes`);
    }
    return losses;
  }

  /** The last uploaded document. */
  get lastDocument(): { id: string; knowledgeBaseId: string } {
    const [id, { knowledgeBaseId }] = [...this.#documents].at(-1)!;
    return { id, knowledgeBaseId };
  }
}

/** Repeats a step until the connection breaks, which is expected; a refusal is an error in the test. */
async function untilGone(step: (count: number) => Promise<void>): Promise<void> {
  for (let count = 0; ; count++) {
    try {
      await step(count);
    } catch (error) {
      // The upload uses `fetch` directly, which throws a TypeError.
      if (error instanceof VisavisConnectionError || error instanceof TypeError) return;
      throw error;
    }
  }
}
