import { composeEngines } from './compose-engines.ts';
import { composeSpeechInput, createVoiceActivity } from './compose-speech-input.ts';
import { composeVoice } from './compose-voice.ts';
import type { Config } from './config.ts';
import { FACE_KINDS } from './faces/face-kinds.ts';
import { OpenFaces } from './faces/open-faces.ts';
import { startFaceRenderer } from './faces/start-face-renderer.ts';
import type { Logger } from './lib/logger.ts';
import { MICROPHONE_RATE } from './lib/sample-rates.ts';
import { seededRandom } from './lib/seeded-random.ts';
import { VoiceActivityDetector } from './lib/voice-activity.ts';
import { createLipTrack } from './lips/create-lip-track.ts';
import { VoiceStatistics } from './lips/voice-statistics.ts';
import { pictureSteps } from './media/avatar/picture-steps.ts';
import { warmMedia } from './media/dispatch/warm-media.ts';
import type { WorkerMedia } from './media/dispatch/worker-media.ts';
import { faceIdentity } from './media/life/face-keeper.ts';
import { hostedThreads } from './models/host/hosted-threads.ts';

/**
 * Constructs the parts that a worker's conversations share, and warms them up, so that a start takes milliseconds.
 * Models run in the model host, where one is named, else in threads of this process.
 */
export async function composeWorker(
  config: Config,
  log: Logger,
  modelHostPath?: string,
): Promise<WorkerMedia> {
  const hosted = hostedThreads(modelHostPath);
  const startThread = hosted?.startThread;
  const renderer = startFaceRenderer({
    onThreadFailure: (error: Error) => log.error({ err: error }, 'a face thread failed'),
  });
  const [voice, pictureMs] = await Promise.all([composeVoice(config, log, startThread), warmMedia(renderer)]);
  warmLips();
  warmVoiceActivity();
  const speechInput = await composeSpeechInput(config, log, startThread);
  const engines = await composeEngines(config, voice, () => speechInput.speechModels);
  const openFaces = new OpenFaces(renderer);
  let closing = false;
  const sizes = [...new Set(pictureSteps(config.video.fps, config.videoMinFps).map(({ scale }) => scale))];
  openAhead(
    openFaces,
    sizes.map((scale) => scaleVideo(config.video, scale)),
  ).catch((error: unknown) => {
    // When the worker closes, faces not opened yet are no longer needed.
    if (!closing)
      log.warn(
        { err: error },
        'built-in faces could not be opened ahead; their first conversation starts later',
      );
  });
  return {
    prepare: () => speechInput.refresh(),
    openFace: (plan, scale, onStill) =>
      openFaces.open(
        faceIdentity(plan),
        { ...scaleVideo(plan.video, scale), seed: seedOf(plan.conversationId) },
        onStill,
      ),
    engines: (plan) => {
      voice.prepare?.();
      return engines(plan, seedOf(plan.conversationId));
    },
    openLips: () => {
      const statistics = new VoiceStatistics();
      return () => createLipTrack({ statistics });
    },
    createVoiceActivity: (engine) => createVoiceActivity(speechInput.speechModels, engine, log),
    apologyVoice: voice,
    pictureMs,
    close: async () => {
      closing = true;
      await Promise.all([renderer.close(), voice.close(), speechInput.close()]);
      await hosted?.close();
    },
  };
}

/** Makes a lip track once, so that its code is compiled before the first audio of a conversation. */
function warmLips(): void {
  const lips = createLipTrack();
  const buzz = Int16Array.from({ length: 2400 }, (_, n) => 80 * (n % 100) - 4000);
  for (let tenth = 0; tenth < 10; tenth++) lips.append(buzz, MICROPHONE_RATE);
}

/**
 * Warms up the voice activity detector with an echo (of noise) that is found and then changes its delay. The search for
 * the delay is the most expensive code: uncompiled, the first search would block the worker for longer than its audio
 * queue lasts, which is an audible gap in every conversation.
 */
function warmVoiceActivity(): void {
  const detector = new VoiceActivityDetector(MICROPHONE_RATE);
  const random = seededRandom(1);
  const hiss = Array.from({ length: 150 }, () =>
    Int16Array.from({ length: MICROPHONE_RATE / 100 }, () => Math.round(8000 * (random() - 0.5))),
  );
  const silence = new Int16Array(MICROPHONE_RATE / 100);
  hiss.forEach((sound, tenMs) => {
    detector.pushPlayout(sound, MICROPHONE_RATE);
    detector.push(hiss[tenMs - (tenMs < 90 ? 30 : 110)] ?? silence);
  });
}

/**
 * Opens built-in faces that take long to open at these sizes (a portrait that the build has not painted takes some
 * hundred milliseconds); their thread caches them. Conversations have priority, because the same thread draws them.
 */
async function openAhead(faces: OpenFaces, videos: Config['video'][]): Promise<void> {
  for (const video of videos) {
    for (const { people } of FACE_KINDS) {
      for (const { identity } of people?.list ?? []) {
        if ((await people?.opensAtOnce?.(identity, video.width, video.height)) ?? true) continue;
        await faces.none();
        const face = await faces.openUncounted({ identity }, { ...video, seed: 0 });
        await face.close();
      }
    }
  }
}

/** Even numbers of pixels, as I420 wants them. */
function scaleVideo(video: Config['video'], scale: number): Config['video'] {
  const scaled = (pixels: number) => 2 * Math.round((pixels * scale) / 2);
  return { ...video, width: scaled(video.width), height: scaled(video.height) };
}

/** FNV-1a, so that a conversation always gets the same seed for blinks and phrases. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193) >>> 0;
  return hash;
}
