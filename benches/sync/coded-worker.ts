/** Entry point of a worker like the product's own, except that it beeps and its video carries a time code. */

import { MICROPHONE_RATE } from '@visavis/server/dist/audio/sample-rates.js';
import { VoiceActivityDetector } from '@visavis/server/dist/audio/voice-activity.js';
import { processChannel } from '@visavis/server/dist/dispatch/process-channel.js';
import { runWorker } from '@visavis/server/dist/dispatch/run-worker.js';
import { warmMedia } from '@visavis/server/dist/dispatch/warm-media.js';
import { startFaceRenderer } from '@visavis/server/dist/faces/start-face-renderer.js';
import { silentLogger } from '@visavis/server/dist/lib/logger.js';
import { createLipTrack } from '@visavis/server/dist/lips/create-lip-track.js';
import { faceIdentity } from '@visavis/server/dist/media/showing/face-keeper.js';
import { BeepEngine } from './beep-engine.ts';
import { CodedFace } from './coded-face.ts';
import { CODE_PERIOD_MS } from './time-code.ts';

process.on('SIGINT', () => undefined);

const renderer = startFaceRenderer();
await warmMedia(renderer);
await runWorker(
  {
    openFace: async (plan) =>
      new CodedFace(await renderer.open(faceIdentity(plan), { ...plan.video, seed: 1 })),
    engines: () => ({ builtin: (host) => new BeepEngine(host) }),
    // Their loudness is the time within the utterance, as a fraction of the code's period.
    openLips: () => () =>
      Object.assign(createLipTrack(), { energyAt: (ms: number) => (ms % CODE_PERIOD_MS) / CODE_PERIOD_MS }),
    openHearingDeps: () => ({ openDetector: () => new VoiceActivityDetector(MICROPHONE_RATE) }),
    close: () => renderer.close(),
  },
  processChannel(),
  silentLogger,
);
process.exit(0);
