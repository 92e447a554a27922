import { cpuUsage, memoryUsage } from 'node:process';
import { findVoices } from '@visavis/server/dist/compose-voice.js';
import { readConfig } from '@visavis/server/dist/config.js';
import { ModelFolder } from '@visavis/server/dist/models/store/model-folder.js';
import { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';
import { startPiperVoice } from '@visavis/server/dist/voices/piper/start-piper-voice.js';
import type { Voice } from '@visavis/server/dist/voices/voice.js';
import type { Report } from '../support/report.ts';

const CLAUSES = {
  'a short beginning': 'Well, let me see,',
  'ten words': 'Breakfast is served from seven until ten thirty every day.',
  'a long sentence':
    'I can help you book a table for two on Friday evening at 7:30, or on Saturday if you like that better, for $25 each.',
};

/**
 * What a clause costs, `args[0]` times each: the plain offline voice beside the natural ones of the data directory
 * (VISAVIS_DATA_DIR), in the same run. CPU time is of the whole process, so it does not depend on other load; the time
 * from text to sound does.
 */
export async function run(args: string[], report: Report): Promise<void> {
  const count = Number(args[0] ?? 12);
  const folder = new ModelFolder(readConfig().dataDir);
  const voices = await findVoices(folder);
  const flite = await startFliteVoice();
  await measure(report, 'Flite, the plain voice', flite, 'Puck', count);
  await flite.close();
  if (voices.length === 0) report.text('\nNo natural voice is installed: npx visavis models add voice');
  for (const voice of voices) {
    const before = memoryUsage().rss;
    const piper = startPiperVoice([voice], folder.path);
    const begin = performance.now();
    await piper.load();
    const loadMs = performance.now() - begin;
    const name = piper.modelFor('Kore') ? 'Kore' : 'Puck';
    await measure(report, `Piper, ${voice.manifest.name}`, piper, name, count);
    report.text(
      `\nloaded in ${loadMs.toFixed(0)} ms; the process grew by ${((memoryUsage().rss - before) / 2 ** 20).toFixed(0)} MB`,
    );
    await piper.close();
  }
}

async function measure(
  report: Report,
  title: string,
  voice: Voice,
  name: string,
  count: number,
): Promise<void> {
  report.heading(title);
  const series: { name: string; values: number[]; unit: string; target?: string }[] = [];
  for (const [kind, text] of Object.entries(CLAUSES)) {
    const wall: number[] = [];
    const cpu: number[] = [];
    const factor: number[] = [];
    for (let round = 0; round < count; round++) {
      const start = performance.now();
      const before = cpuUsage();
      const { pcm, sampleRate } = await voice.speak(text, { voice: name, urgent: true });
      wall.push(performance.now() - start);
      const { user, system } = cpuUsage(before);
      cpu.push((user + system) / 1000);
      factor.push(cpu.at(-1)! / ((1000 * pcm.length) / sampleRate));
    }
    const isTarget = kind === 'ten words';
    series.push(
      { name: `${kind}: CPU`, values: cpu, unit: 'ms', ...(isTarget && { target: 'median ≤ 500' }) },
      { name: `${kind}: from text to first sound`, values: wall, unit: 'ms' },
      { name: `${kind}: CPU for a second of sound`, values: factor, unit: 's' },
    );
  }
  report.measured(series);
}
