import { VisavisApiError, type VisavisClient } from '@visavis/client';

interface Written {
  acknowledged: number;
  sent: number;
  deletion: 'none' | 'sent' | 'acknowledged';
}

/** Records all writes, and which of them were acknowledged: only those must be present afterwards. */
export class FaultLedger {
  acknowledged = 0;
  /** Number of unsuccessful responses by status and code, and of requests without a response. */
  readonly failures = new Map<string, number>();
  readonly #written = new Map<string, Written>();

  /** Creates a brain, changes it, and deletes every third one. The state after a failed write is unknown. */
  async step(client: VisavisClient, count: number): Promise<void> {
    let id: string;
    try {
      ({ id } = await client.post('/v3/brains', { body: { instructions: 'version 0' } }));
    } catch (error) {
      this.#failed(error);
      return;
    }
    this.acknowledged++;
    const written: Written = { acknowledged: 0, sent: 0, deletion: 'none' };
    this.#written.set(id, written);
    try {
      for (let version = 1; version <= 2; version++) {
        written.sent = version;
        await client.patch('/v3/brains/{id}', { path: { id }, body: { instructions: `version ${version}` } });
        written.acknowledged = version;
        this.acknowledged++;
      }
      if (count % 3) return;
      written.deletion = 'sent';
      await client.delete('/v3/brains/{id}', { path: { id } });
      written.deletion = 'acknowledged';
      this.acknowledged++;
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Returns acknowledged writes that the service does not show. */
  async findLosses(client: VisavisClient): Promise<string[]> {
    const there = new Map<string, number>();
    for await (const { id, instructions } of client.list('/v3/brains'))
      there.set(id, Number(instructions?.replace('version ', '')));
    const losses: string[] = [];
    for (const [id, { acknowledged, sent, deletion }] of this.#written) {
      const version = there.get(id);
      if (version === undefined && deletion === 'none') losses.push(`${id} is gone`);
      if (version !== undefined && deletion === 'acknowledged') losses.push(`${id} is back`);
      if (version !== undefined && (version < acknowledged || version > sent))
        losses.push(`${id} is at version ${version}, acknowledged was ${acknowledged}`);
    }
    return losses;
  }

  #failed(error: unknown): void {
    const what = describe(error);
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }
}

function describe(error: unknown): string {
  if (error instanceof VisavisApiError) return `${error.status} ${error.code ?? 'of no problem'}`;
  if (((error as Error).cause as Error | undefined)?.name === 'TimeoutError') return 'no answer in time';
  return 'a broken connection';
}
