import { loadavg } from 'node:os';
import { TENANTS_ENV } from '@visavis/tests/dist/support/hostile/conversations.js';
import { loadScenario, SCENARIO_NAMES } from '@visavis/tests/dist/support/hostile/load-scenario.js';
import { playScenario } from '@visavis/tests/dist/support/hostile/play-scenario.js';
import type { Bench } from '../support/bench.ts';
import { familyOf, residentMbOf } from '../support/processes.ts';
import { median, type Series } from '../support/report.ts';
import { FrameWatch } from './frame-watch.ts';
import { PeakMemory } from './peak-memory.ts';

interface Cost {
  /** The longest wait for a frame in another tenant's conversation: before the attack (the baseline), and during it. */
  restingFrameMs: number;
  heldFrameMs: number;
  /** The longest wait for a health response: before the attack, as the baseline, and during it. */
  restingMs: number;
  heldMs: number;
  /** Memory of the service with its workers: before the attack, as the baseline, and its growth. */
  restingMb: number;
  grownMb: number;
}

/** Runs the scenarios of suite `hostile`, each on its own service; `only`: a part of their names. Linux only. */
export async function run({ options, report }: Bench): Promise<void> {
  const { rounds, only } = options({ rounds: 3, only: '' });
  const rows: { frames: Series[]; held: Series[]; grown: Series[] } = { frames: [], held: [], grown: [] };
  const before = loadavg()[0]!;
  for (const name of SCENARIO_NAMES.filter((each) => each.includes(only))) {
    const loaded = await loadScenario(name);
    const costs: Cost[] = [];
    for (let round = 0; round < rounds; round++) costs.push(await play(loaded));
    const of = (key: keyof Cost) => costs.map((cost) => cost[key]);
    rows.frames.push({ name, values: of('heldFrameMs'), unit: 'ms', to: of('restingFrameMs') });
    rows.held.push({ name, values: of('heldMs'), unit: 'ms', to: of('restingMs') });
    const target = `≤ ${loaded.scenario.memoryMiB}`;
    rows.grown.push({ name, values: of('grownMb'), unit: 'MB', to: of('restingMb'), target });
    const { heldFrameMs, heldMs, grownMb } = costs.at(-1)!;
    process.stdout.write(
      `${name}: another waited ${heldFrameMs.toFixed(0)} ms, held ${heldMs.toFixed(0)} ms, grown by ${grownMb.toFixed(0)} MB\n`,
    );
  }
  report.heading('How long a conversation of another tenant waited');
  report.text(
    'The longest time without a new picture of its avatar meanwhile, and the longest of five seconds before, which is the yardstick. ' +
      '`none`: the conversation ended.\n',
  );
  report.measured(rows.frames);
  report.heading('How long the service was held');
  report.text(
    'The longest wait for an answer of health meanwhile; the yardstick: the longest of ten before, by the same service.\n',
  );
  report.measured(rows.held);
  report.heading('By how much its memory grew');
  report.text(
    'The most that the service and its workers had meanwhile, less what they had before, which is the yardstick ' +
      `(median of all ${median(rows.grown.flatMap(({ to }) => [...(to as number[])])).toFixed(0)} MB).\n`,
  );
  report.measured(rows.grown);
  report.text(`Load average ${before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after.`);
}

async function play(loaded: Awaited<ReturnType<typeof loadScenario>>): Promise<Cost> {
  let restingMb = Number.NaN;
  let peakMb = Number.NaN;
  let memory: PeakMemory | undefined;
  let frames: FrameWatch | undefined;
  let heldFrameMs = Number.NaN;
  try {
    const { healthMs } = await playScenario(loaded, {
      env: TENANTS_ENV,
      begin: async (service) => {
        frames = await FrameWatch.start(service);
        const pid = service.child.pid!;
        restingMb = residentMbOf(familyOf(pid));
        memory = new PeakMemory(pid);
      },
      end: async () => {
        peakMb = memory!.stop();
        heldFrameMs = await frames!.stop();
      },
    });
    return {
      restingFrameMs: frames!.restingMs,
      heldFrameMs,
      restingMs: Math.max(...healthMs.before.slice(-10)),
      heldMs: Math.max(...healthMs.meanwhile),
      restingMb,
      grownMb: peakMb - restingMb,
    };
  } finally {
    memory?.stop();
  }
}
