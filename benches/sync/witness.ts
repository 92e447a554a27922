import { launchWitnessBrowser } from '@visavis/tests/dist/support/browser.js';
import { servePage } from '../support/pages.ts';
import type { Report } from '../support/report.ts';
import type { Scope } from '../support/scope.ts';
import type { WitnessPage } from './witness-page.ts';

const PAGE = { width: 256, height: 256 };
/** Milliseconds of a display refresh: a frame drawn during one refresh is visible at the next. */
const DISPLAY_MS = 1000 / 60;
const BEEPS = 12;

export interface Witness {
  page: WitnessPage;
  /** By how much the recorder puts a frame later than the audio of the same time, in milliseconds. */
  biasMs: number;
}

/** Opens a tab that records itself, or else, if the browser forbids that, compares times reported by the browser. */
export async function openWitness(scope: Scope, report: Report): Promise<Witness> {
  const open = await servePage(scope, new URL('./witness-page.js', import.meta.url), launchWitnessBrowser);
  const page: WitnessPage = await open(PAGE);
  const content = 'body { margin: 0 } video { position: fixed; left: 0; top: 0; width: 100vw }';
  await page.page.addStyleTag({ content });
  const ahead = await pictureClockAhead(page);
  const refused = await page.call('openTab', ahead).then(() => undefined, String);
  if (refused !== undefined) {
    report.text(`TWO CLOCKS, no ground truth (${refused}): the times are what the browser says of itself.`);
    await page.call('openTwoClocks');
    return { page, biasMs: 0 };
  }
  const { beepCode, witnessed } = await page.call('calibrate', BEEPS);
  const offsets = witnessed.pictures
    .flatMap(({ at, code }) => witnessed.onsets.map((onset) => at - (onset + code - beepCode)))
    .filter((offset) => Math.abs(offset) < 200);
  // On a busy machine a canvas may be shown a refresh later, but never earlier.
  const undisturbed = offsets.toSorted((a, b) => a - b)[Math.floor(offsets.length / 10)] ?? Number.NaN;
  const biasMs = undisturbed - DISPLAY_MS;
  report.heading('The recorder, with a beep and a canvas of the page itself (yardstick)');
  report.measured([{ name: 'picture after sound', values: offsets, unit: 'ms' }]);
  report.text(
    `${DISPLAY_MS.toFixed(1)} ms of it is the display; subtracted from all that follows: ${biasMs.toFixed(1)} ms.`,
  );
  return { page, biasMs };
}

/**
 * Returns by how much the timestamps of captured frames are ahead: they use the system's monotonic clock, which this
 * process can read, but the page cannot.
 */
async function pictureClockAhead(page: WitnessPage): Promise<number> {
  const rounds: { tripMs: number; aheadMs: number }[] = [];
  for (let round = 0; round < 50; round++) {
    const asked = monotonicMs();
    const now = await page.call('now');
    const answered = monotonicMs();
    rounds.push({ tripMs: answered - asked, aheadMs: (asked + answered) / 2 - now });
  }
  return rounds.reduce((a, b) => (b.tripMs < a.tripMs ? b : a)).aheadMs;
}

function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
