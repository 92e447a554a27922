import { MICROPHONE_RATE } from '../audio/sample-rates.ts';
import { VoiceActivityDetector } from '../audio/voice-activity.ts';
import type { Config } from '../config.ts';
import { warmMedia } from '../dispatch/warm-media.ts';
import type { WorkerMedia } from '../dispatch/worker-media.ts';
import { startFaceRenderer } from '../faces/start-face-renderer.ts';
import { allInOrder } from '../lib/all-in-order.ts';
import type { Logger } from '../lib/logger.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { createLipTrack } from '../lips/create-lip-track.ts';
import { VoiceStatistics } from '../lips/voice-statistics.ts';
import { silenceRtcLog } from '../media/room/silence-rtc-log.ts';
import { faceIdentity } from '../media/showing/face-keeper.ts';
import { ModelHostThreads } from '../models/host/model-host-threads.ts';
import { composeEngines } from './engines.ts';
import { composeLanguageModel } from './language-model.ts';
import { chooseRecognizer, composeSpeechInput, openHearingDeps } from './speech-input.ts';
import { speechServices } from './speech-services.ts';
import { composeVoice } from './voice.ts';

/**
 * Creates the parts that a worker's conversations share, and warms them up, so that a conversation starts within
 * milliseconds. Models run in the model host if there is one, otherwise in threads of this process.
 */
export async function composeWorker(
  config: Config,
  log: Logger,
  modelHostPath?: string,
  languageFile?: string,
): Promise<WorkerMedia> {
  silenceRtcLog();
  const modelHostThreads = modelHostPath === undefined ? undefined : new ModelHostThreads(modelHostPath);
  const startThread = modelHostThreads?.startThread;
  const renderer = startFaceRenderer({
    onThreadFailure: (error: Error) =>
      log.error({ event: 'face.thread_failed', err: error }, 'a thread that draws faces failed'),
  });
  const [voice, frameMs] = await allInOrder([composeVoice(config, log, startThread), warmMedia(renderer)]);
  warmLips();
  warmVoiceActivity();
  const speechInput = await composeSpeechInput(config, log, startThread);
  const recognizerOf = chooseRecognizer(config, log);
  const speech = speechServices(config);
  const languageModel = composeLanguageModel(languageFile);
  const engines = await composeEngines(config, voice, speech, languageModel);
  return {
    prepare: async () => {
      await Promise.all([speechInput.refresh(), languageModel.refresh()]);
    },
    openFace: (plan, scale, onStill, signal) =>
      renderer.open(
        faceIdentity(plan),
        { ...scaleVideo(plan.video, scale), seed: seedOf(plan.conversationId) },
        onStill,
        signal,
      ),
    engines: (plan) => {
      voice.prepare?.();
      return engines(plan);
    },
    openLips: () => {
      const statistics = new VoiceStatistics();
      return () => createLipTrack(statistics);
    },
    openHearingDeps: (engine, organizationId) => {
      const { speechModels } = speechInput;
      const recognizer = recognizerOf(speechModels.recognizer, engine?.servers?.stt, organizationId);
      return openHearingDeps(speechModels, recognizer, engine, log);
    },
    fallbackVoice: voice,
    userPatience: config.patience.user,
    frameMs,
    close: async () => {
      await Promise.all([
        renderer.close(),
        voice.close(),
        speechInput.close(),
        ...speech.map((each) => each.close()),
      ]);
      await modelHostThreads?.close();
    },
  };
}

/** Creates a lip track once, so that its code is compiled before the first audio of a conversation. */
function warmLips(): void {
  const lips = createLipTrack();
  const buzz = Int16Array.from({ length: 2400 }, (_, n) => 80 * (n % 100) - 4000);
  for (let tenth = 0; tenth < 10; tenth++) lips.append(buzz, MICROPHONE_RATE);
}

/**
 * Warms up the voice activity detector with a detectable echo (of noise) whose delay then changes. The search for the
 * delay is the most expensive code: uncompiled, the first search would block the worker for longer than its audio queue
 * lasts, causing an audible gap in every conversation.
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

/** Scales the size of a video to even numbers of pixels, which I420 requires. */
function scaleVideo(video: Config['video'], scale: number): Config['video'] {
  const scaled = (pixels: number) => 2 * Math.round((pixels * scale) / 2);
  return { ...video, width: scaled(video.width), height: scaled(video.height) };
}

/** Returns the FNV-1a hash of a conversation's id, so that its seed for blinks is always the same. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193) >>> 0;
  return hash;
}
