import { cpus } from 'node:os';
import { MetricsText } from '../../lib/prometheus-text.ts';
import type { ApiCaller } from '../api-caller.ts';
import type { ListedConversation } from '../conversation-rows.ts';

/** What `visavis top` knows at one moment. */
export interface Snapshot {
  at: number;
  conversations: ListedConversation[];
  total: number;
  /** Of the organization. */
  limit: number;
  active: number;
  /** Undefined where the caller may not read `/metrics`. */
  metrics: MetricsText | undefined;
  /** Busy and all time of this machine's processors so far, in ms. */
  machine: { busy: number; all: number };
}

const SHOWN = 50;

export async function takeSnapshot(api: ApiCaller): Promise<Snapshot> {
  const [page, concurrency, metrics] = await Promise.all([
    api.call<{ total: number; conversations: ListedConversation[] }>(
      'GET',
      `/v3/conversations?status=running&take=${SHOWN}`,
    ),
    api.call<{ limit: number; active: number }>('GET', '/v3/organizations/concurrency'),
    api.metrics(),
  ]);
  return {
    at: Date.now(),
    ...page,
    ...concurrency,
    metrics: metrics === undefined ? undefined : new MetricsText(metrics),
    machine: machineTimes(),
  };
}

function machineTimes(): Snapshot['machine'] {
  const sum = { busy: 0, all: 0 };
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.irq + times.idle;
    sum.all += all;
    sum.busy += all - times.idle;
  }
  return sum;
}
