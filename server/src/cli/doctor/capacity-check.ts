import { coresOfDrawing, countPlaces } from '../../dispatch/conversation-cost.ts';
import { startFaceRenderer } from '../../faces/start-face-renderer.ts';
import { timePictures } from '../../faces/time-pictures.ts';
import { ProcessorMeter } from '../../lib/processors.ts';
import { type Check, note, ok } from './finding.ts';

export const checkCapacity: Check = {
  name: 'Conversations',
  async run({ video, workers }) {
    const renderer = startFaceRenderer({ onThreadFailure: () => undefined });
    const pictureMs = await timePictures(renderer, video);
    await renderer.close();
    const { cores } = new ProcessorMeter().read();
    const places = countPlaces(cores, coresOfDrawing(pictureMs, video.fps));
    const allowed = workers.processes * workers.conversationsPerWorker;
    const text = `about ${places} at ${video.fps} frames per second (a frame takes ${pictureMs.toFixed(1)} ms)`;
    if (!workers.measurePlaces && allowed > places)
      return note(
        `${text}; ${allowed} are allowed`,
        'Leave VISAVIS_CONVERSATIONS_PER_WORKER out to have as many as the machine bears.',
      );
    return ok(text);
  },
};
