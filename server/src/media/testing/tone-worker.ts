import { MICROPHONE_RATE } from '../../lib/sample-rates.ts';
/** Process entry of a worker whose engine speaks in tones and whose face is a test picture: for tests and benches. */

import { silentLogger } from '../../lib/logger.ts';
import { VoiceActivityDetector } from '../../lib/voice-activity.ts';
import { processChannel } from '../dispatch/process-channel.ts';
import { runWorker } from '../dispatch/run-worker.ts';
import { EnergyLipTrack } from './energy-lip-track.ts';
import { TestPatternFace } from './test-pattern-face.ts';
import { ToneEngine } from './tone-engine.ts';

process.on('SIGINT', () => undefined);

await runWorker(
  {
    openFace: async ({ video }) => new TestPatternFace({ ...video, seed: 1 }),
    engines: () => ({ builtin: (host) => new ToneEngine(host) }),
    openLips: () => () => new EnergyLipTrack(),
    createVoiceActivity: () => new VoiceActivityDetector(MICROPHONE_RATE),
    close: async () => undefined,
  },
  processChannel(),
  silentLogger,
);
process.exit(0);
