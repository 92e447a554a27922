import type { Conversation, VisavisClient } from '@visavis/client';
import { pause } from '../support/scope.ts';
import type { Conversing } from './conversing.ts';
import type { FaultyService } from './faulty-service.ts';
import type { FaultLedger } from './write-ledger.ts';

/**
 * How long running conversations may take to end after the faults: their last minute, and two minutes until lost ones
 * are detected.
 */
const CALM_MS = 180_000;
/** Maximum attempts to read a list: right after a fault, a connection of the store may still be broken. */
const ATTEMPTS = 5;
/** How much more memory than before the service and its workers may hold after everything has ended. */
const MEMORY_MB = 250;
const MEMORY_WAIT_MS = 60_000;

/** A crashed conversation ended at its last heartbeat, which may be this long before the kill that ended it. */
const BEFORE_KILL_MS = 20_000;
/** An end written by a running service comes after the kill; both times are from the same clock. */
const AFTER_KILL_MS = 10_000;

export interface Verdict {
  complaints: string[];
  /** Number of conversations by end reason. */
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

/** Checks the state after the faults. Every wait has a limit, and reaching it is a complaint. */
export async function judge(judged: Judged): Promise<Verdict> {
  const { client, note, memoryBeforeMb } = judged;
  const complaints: string[] = [];
  const reasons = new Map<string, number>();
  await freePlaces(judged, complaints);

  const attempt = async (what: string, look: () => Promise<void>) => {
    for (let n = 1; n <= ATTEMPTS; n++) {
      note(`judging: ${what}${n > 1 ? `, attempt ${n}` : ''}`);
      try {
        await look();
        return;
      } catch (error) {
        const { message } = error as Error;
        note(`judging: ${what} failed: ${message}`);
        if (n === ATTEMPTS) complaints.push(`${what} could not be looked at: ${message}`);
        else await pause(2000);
      }
    }
  };
  await attempt('conversations', async () => {
    const records = new Map<string, Conversation>();
    for await (const it of client.list('/v3/conversations')) records.set(it.id, it);
    for (const { endReason } of records.values())
      reasons.set(String(endReason), (reasons.get(String(endReason)) ?? 0) + 1);
    complaints.push(...withoutReason(records, judged.conversing.ids));
    complaints.push(...findUnexplainedCrashes(records.values(), judged.killedAt));
  });
  await attempt(`${judged.ledger.acknowledged} acknowledged writes`, async () => {
    complaints.push(...(await judged.ledger.findLosses(client)));
  });
  let memoryMb = 0;
  const grown = await waitForCalm(MEMORY_WAIT_MS, note, async () => {
    memoryMb = judged.service.memoryMb();
    if (memoryMb <= memoryBeforeMb + MEMORY_MB) return undefined;
    return `memory is ${memoryMb.toFixed(0)} MB, was ${memoryBeforeMb.toFixed(0)} MB`;
  });
  if (grown) complaints.push(grown);
  return { complaints, reasons, memoryMb };
}

/** Returns conversations that ended as `crashed` although none of their processes was killed: the reason is wrong. */
function findUnexplainedCrashes(
  conversations: Iterable<Conversation>,
  killedAt: readonly number[],
): string[] {
  return [...conversations].flatMap(({ id, endReason, startedAt, endedAt }) => {
    if (endReason !== 'crashed' || !endedAt) return [];
    const ended = Date.parse(endedAt);
    const isExplained = killedAt.some(
      (at) => at >= ended - AFTER_KILL_MS && at <= ended + BEFORE_KILL_MS && at >= Date.parse(startedAt),
    );
    return isExplained ? [] : [`${id} is said to have crashed at ${endedAt}, and nothing was killed then`];
  });
}

function withoutReason(records: Map<string, Conversation>, ids: Iterable<string>): string[] {
  return [...ids].flatMap((id) => {
    const record = records.get(id);
    if (!record) return [`${id} is gone`];
    const isOver = record.status !== 'running' && record.endReason;
    return isOver ? [] : [`${id} is ${record.status} and has ${record.endReason ?? 'no'} reason`];
  });
}

/** Checks every five seconds until there is no complaint, for at most `forMs`. Returns the last complaint. */
async function waitForCalm(
  forMs: number,
  note: Judged['note'],
  look: () => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const until = performance.now() + forMs; ; await pause(5000)) {
    const said = await look();
    if (said === undefined || performance.now() > until) return said;
    note(`judging: ${said}`);
  }
}

async function freePlaces({ client, service, note }: Judged, complaints: string[]): Promise<void> {
  const last = await waitForCalm(CALM_MS, note, async () => {
    await service.keepRunning();
    try {
      const { active } = await client.get('/v3/organizations/concurrency');
      return active === 0 ? undefined : `${active} places are taken`;
    } catch (error) {
      return `the places could not be counted: ${(error as Error).message}`;
    }
  });
  if (last) complaints.push(`after ${CALM_MS / 1000} s without faults: ${last}`);
}
