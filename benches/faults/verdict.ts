import type { VisavisClient } from '@visavis/client';
import { pause } from '../support/conversation.ts';
import type { Conversing } from './conversing.ts';
import type { FaultyService } from './faulty-service.ts';
import { type EndedConversation, findUnexplainedCrashes } from './unexplained-crashes.ts';
import type { FaultLedger } from './write-ledger.ts';

/**
 * How long running conversations may take to end once the faults are over: their last minute, and two minutes until
 * lost ones are found.
 */
const CALM_MS = 180_000;
/** How often a list is requested again: right after a fault a connection of the store may still be broken. */
const ATTEMPTS = 5;
/** How much more memory the service and its workers may hold than before, after everything has ended. */
const MEMORY_MB = 250;
const MEMORY_WAIT_MS = 60_000;

export interface Verdict {
  complaints: string[];
  /** Conversations by the reason of their end. */
  reasons: Map<string, number>;
  memoryMb: number;
}

export interface Judged {
  client: VisavisClient;
  service: FaultyService;
  ledger: FaultLedger;
  conversing: Conversing;
  memoryBeforeMb: number;
  /** When a process that runs conversations was killed (Unix time in milliseconds). */
  killedAt: readonly number[];
  note: (what: string) => void;
}

/** Checks the state after the faults. Every wait has a limit; reaching it is a complaint. */
export async function judge(judged: Judged): Promise<Verdict> {
  const { client, note, memoryBeforeMb } = judged;
  const complaints: string[] = [];
  const reasons = new Map<string, number>();
  await freePlaces(judged, complaints);

  const attempt = async (what: string, look: () => Promise<void>) => {
    for (let n = 1; ; n++) {
      note(`judging: ${what}${n > 1 ? `, attempt ${n}` : ''}`);
      try {
        await look();
        return;
      } catch (error) {
        note(`judging: ${what} failed: ${(error as Error).message}`);
        if (n === ATTEMPTS) {
          complaints.push(`${what} could not be looked at: ${(error as Error).message}`);
          return;
        }
        await pause(2000);
      }
    }
  };
  await attempt('conversations', async () => {
    const records = new Map<string, EndedConversation>();
    for await (const it of client.list('/v3/conversations')) records.set(it.id, it);
    for (const { endReason } of records.values())
      reasons.set(String(endReason), (reasons.get(String(endReason)) ?? 0) + 1);
    complaints.push(...withoutReason(records, judged.conversing.ids));
    complaints.push(...findUnexplainedCrashes(records.values(), judged.killedAt));
  });
  await attempt(`${judged.ledger.acknowledged} acknowledged writes`, async () => {
    complaints.push(...(await judged.ledger.findLosses(client)));
  });
  const memoryMb = await memoryBack(judged);
  if (memoryMb > memoryBeforeMb + MEMORY_MB)
    complaints.push(`memory is ${memoryMb.toFixed(0)} MB, was ${memoryBeforeMb.toFixed(0)} MB`);
  return { complaints, reasons, memoryMb };
}

function withoutReason(records: Map<string, EndedConversation>, ids: Iterable<string>): string[] {
  const complaints: string[] = [];
  for (const id of ids) {
    const record = records.get(id);
    if (!record) complaints.push(`${id} is gone`);
    else if (record.status === 'running' || !record.endReason)
      complaints.push(`${id} is ${record.status} and has ${record.endReason ?? 'no'} reason`);
  }
  return complaints;
}

async function freePlaces({ client, service, note }: Judged, complaints: string[]): Promise<void> {
  const since = performance.now();
  let last = 'nothing was answered';
  while (performance.now() - since < CALM_MS) {
    await service.keepRunning();
    try {
      const { active } = await client.get('/v3/organizations/concurrency');
      if (active === 0) return;
      last = `${active} places are taken`;
    } catch (error) {
      last = `the places could not be counted: ${(error as Error).message}`;
    }
    note(`judging: ${last}`);
    await pause(5000);
  }
  complaints.push(`after ${CALM_MS / 1000} s without faults: ${last}`);
}

async function memoryBack({ service, memoryBeforeMb, note }: Judged): Promise<number> {
  const since = performance.now();
  let memoryMb = service.memoryMb();
  while (memoryMb > memoryBeforeMb + MEMORY_MB && performance.now() - since < MEMORY_WAIT_MS) {
    note(`judging: memory is ${memoryMb.toFixed(0)} MB, was ${memoryBeforeMb.toFixed(0)} MB`);
    await pause(5000);
    memoryMb = service.memoryMb();
  }
  return memoryMb;
}
