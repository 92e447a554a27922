import { parentPort } from 'node:worker_threads';
import { giveWay } from '../../lib/give-way.ts';
import type { FliteReply, FliteRequest } from './flite-messages.ts';
import { FliteProgram } from './flite-program.ts';
import { synthesise } from './synthesise.ts';
import { profileOf } from './voice-profiles.ts';

const port = parentPort!;
giveWay();
const flite = new FliteProgram();

// One clause of each kind of speaker, so that the optimising compiler has seen the hot loops before a listener waits.
for (const voice of ['Kore', 'Puck', 'Charon', 'Kore']) {
  synthesise(flite, 'Hello there, this is a warm up.', profileOf(voice), 0);
}
port.postMessage({ kind: 'ready' } satisfies FliteReply);

port.on('message', ({ id, text, voice, tailMs }: FliteRequest) => {
  try {
    const { pcm, phones } = synthesise(flite, text, profileOf(voice), tailMs);
    port.postMessage({ kind: 'spoken', id, pcm, phones } satisfies FliteReply, [pcm.buffer as ArrayBuffer]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    port.postMessage({ kind: 'failed', id, message } satisfies FliteReply);
  }
});
