import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';

/** Process entry of a worker whose engine speaks in tones and whose face is a test picture, for tests and benches. */

import { VoiceActivityDetector } from '../../audio/voice-activity.ts';
import { silentLogger } from '../../lib/logger.ts';
import { EnergyLipTrack } from '../../media/testing/energy-lip-track.ts';
import { TestPatternFace } from '../../media/testing/test-pattern-face.ts';
import { ToneEngine } from '../../media/testing/tone-engine.ts';
import { processChannel } from '../process-channel.ts';
import { runWorker } from '../run-worker.ts';

process.on('SIGINT', () => undefined);

await runWorker(
  {
    openFace: async ({ video }) => new TestPatternFace({ ...video, seed: 1 }),
    engines: () => ({ builtin: (host) => new ToneEngine(host) }),
    openLips: () => () => new EnergyLipTrack(),
    openHearingDeps: () => ({ openDetector: () => new VoiceActivityDetector(MICROPHONE_RATE) }),
    close: async () => undefined,
  },
  processChannel(),
  silentLogger,
);
process.exit(0);
