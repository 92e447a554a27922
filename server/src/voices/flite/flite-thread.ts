import { giveWay } from '../../lib/give-way.ts';
import { serveJobs } from '../../models/runtime/serve-jobs.ts';
import { FliteProgram } from './flite-program.ts';
import type { FliteJob, FliteResult } from './start-flite-voice.ts';
import { synthesize } from './synthesize.ts';
import { profileOf } from './voice-profiles.ts';

// Before the warm-up, which also takes CPU time.
giveWay();
const flite = new FliteProgram();

// One clause of each kind of speaker, so that the hot loops are optimized before a listener waits.
for (const voice of ['Kore', 'Puck', 'Charon', 'Kore']) {
  synthesize(flite, 'Hello there, this is a warm up.', profileOf(voice), 0);
}

serveJobs<FliteJob, FliteResult>(async ({ text, voice, tailMs }) => {
  const { pcm, phones } = synthesize(flite, text, profileOf(voice), tailMs);
  return { result: { pcm, phones }, transfer: [pcm.buffer as ArrayBuffer] };
});
