import { startFaceRenderer } from '../../faces/start-face-renderer.ts';
import { timePictures } from '../../faces/time-pictures.ts';
import { ProcessorMeter } from '../../lib/processors.ts';
import { pictureSteps } from '../../media/avatar/picture-steps.ts';
import { coresOfDrawing, countPlaces } from '../../media/dispatch/places.ts';
import { type Check, note, ok } from './finding.ts';

export const checkCapacity: Check = {
  name: 'Conversations',
  async run({ video, videoMinFps, workers }) {
    const renderer = startFaceRenderer({ onThreadFailure: () => undefined });
    const pictureMs = await timePictures(renderer, video);
    await renderer.close();
    const { cores } = new ProcessorMeter().read();
    const steps = pictureSteps(video.fps, videoMinFps);
    const cost = coresOfDrawing(pictureMs, video.fps);
    const [first, last] = [steps[0], steps.at(-1)].map((step) => (step ? countPlaces(cores, cost, step) : 0));
    const allowed = workers.processes * workers.conversationsPerWorker;
    const text = `about ${first} at ${video.fps} pictures a second${steps.length > 1 ? `, ${last} at ${steps.at(-1)?.fps}` : ''} (a picture takes ${pictureMs.toFixed(1)} ms)`;
    if (!workers.measurePlaces && allowed > (last ?? 0))
      return note(
        `${text}; ${allowed} are allowed`,
        'Leave VISAVIS_CONVERSATIONS_PER_WORKER out to have as many as the machine bears.',
      );
    return ok(text);
  },
};
