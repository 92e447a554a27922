import type { ServerPlan } from '@visavis/contracts';
import { MICROPHONE_RATE } from '../audio/sample-rates.ts';
import { VoiceActivityDetector } from '../audio/voice-activity.ts';
import type { Config } from '../config.ts';
import { warmMedia } from '../dispatch/warm-media.ts';
import type { WorkerMedia } from '../dispatch/worker-media.ts';
import { startFaceRenderer } from '../faces/start-face-renderer.ts';
import { allInOrder } from '../lib/all-in-order.ts';
import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { createLipTrack } from '../lips/create-lip-track.ts';
import { VoiceStatistics } from '../lips/voice-statistics.ts';
import { faceIdentity } from '../media/showing/face-keeper.ts';
import { hostedThreads } from '../models/host/hosted-threads.ts';
import { Breaker, type Patience } from '../providers/patience.ts';
import { openFirstVendor } from '../providers/speech-vendor.ts';
import { createTranscriber, type TranscriptionEndpoint } from '../providers/stt/openai/transcriber.ts';
import { RECOGNITION_VENDORS } from '../providers/stt/recognition-vendors.ts';
import { withStandIn } from '../providers/stt/with-stand-in.ts';
import { createSpeechServer } from '../providers/tts/openai/speech-server.ts';
import { SpeechService } from '../providers/tts/speech-service.ts';
import { SYNTHESIS_VENDORS } from '../providers/tts/synthesis-vendors.ts';
import type { SpeechRecognizer } from '../speech-recognition/recognizer.ts';
import { composeEngines } from './engines.ts';
import { composeLanguageModel } from './language-model.ts';
import { composeSpeechInput, openEars } from './speech-input.ts';
import { composeVoice } from './voice.ts';

/** How long a service is waited for where this machine can transcribe as well. */
const STAND_IN_AFTER_MS = 2500;

/**
 * Constructs the parts that a worker's conversations share, and warms them up, so that a start takes milliseconds.
 * Models run in the model host, where one is named, else in threads of this process.
 */
export async function composeWorker(
  config: Config,
  log: Logger,
  modelHostPath?: string,
  languageFile?: string,
): Promise<WorkerMedia> {
  const hosted = hostedThreads(modelHostPath);
  const startThread = hosted?.startThread;
  const renderer = startFaceRenderer({
    onThreadFailure: (error: Error) =>
      log.error({ event: 'face.thread_failed', err: error }, 'a thread that draws faces failed'),
  });
  const [voice, pictureMs] = await allInOrder([composeVoice(config, log, startThread), warmMedia(renderer)]);
  warmLips();
  warmVoiceActivity();
  const speechInput = await composeSpeechInput(config, log, startThread);
  const recognizerOf = chooseRecognizer(config, log);
  const speech = speechElsewhere(config);
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
    engines: ({ engine }) => {
      voice.prepare?.();
      return engines(engine?.servers);
    },
    openLips: () => {
      const statistics = new VoiceStatistics();
      return () => createLipTrack({ statistics });
    },
    openEars: (engine) => {
      const { speechModels } = speechInput;
      const recognizer = recognizerOf(speechModels.recognizer, engine?.servers?.stt);
      return openEars(speechModels, recognizer, engine, log);
    },
    apologyVoice: voice,
    userPatience: config.patience.user,
    pictureMs,
    close: async () => {
      await Promise.all([
        renderer.close(),
        voice.close(),
        speechInput.close(),
        ...speech.map((each) => each.close()),
      ]);
      await hosted?.close();
    },
  };
}

/** Chooses what transcribes, given what this machine has for it: a server where the organization or the settings name one. */
function chooseRecognizer({ pipeline: { stt }, speechVendors, patience }: Config, log: Logger) {
  const named = stt && transcribeAt(stt, patience.stt, log);
  const vendor = stt
    ? undefined
    : openFirstVendor(RECOGNITION_VENDORS, speechVendors.stt, patience.stt, systemClock);
  return (local: SpeechRecognizer | undefined, own: ServerPlan | undefined) => {
    const server = own ? transcribeAt(own, patience.stt, log) : named;
    return server ? server(local) : (vendor ?? local);
  };
}

/** By a server; a model of this machine stands in where there is one. */
function transcribeAt(server: TranscriptionEndpoint, patience: Patience, log: Logger) {
  const alone = createTranscriber(server, patience, systemClock);
  const firstMs = Math.min(patience.firstMs, STAND_IN_AFTER_MS);
  const hurried = createTranscriber(server, { ...patience, firstMs }, systemClock);
  const breaker = new Breaker(systemClock);
  return (local: SpeechRecognizer | undefined): SpeechRecognizer =>
    local
      ? withStandIn(hurried, local, breaker, ({ message, fault }) =>
          log.warn(
            { event: 'hearing.stand_in', ...fault, reason: message },
            'the service that transcribes failed; the model of this machine does it for a while',
          ),
        )
      : alone;
}

/** What speaks on another machine, where the settings name anything; each where those before it fail. */
function speechElsewhere({
  pipeline: { tts, ttsFallback },
  speechVendors,
  patience,
}: Config): SpeechService[] {
  const first = tts
    ? createSpeechServer(tts, systemClock, patience.tts)
    : openFirstVendor(SYNTHESIS_VENDORS, speechVendors.tts, patience.tts, systemClock);
  if (!first) return [];
  const second = ttsFallback && createSpeechServer(ttsFallback, systemClock, patience.tts);
  return [first, ...(second ? [second] : [])].map((each) => new SpeechService(each, systemClock));
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

/** Even numbers of pixels, as I420 wants them. */
function scaleVideo(video: Config['video'], scale: number): Config['video'] {
  const scaled = (pixels: number) => 2 * Math.round((pixels * scale) / 2);
  return { ...video, width: scaled(video.width), height: scaled(video.height) };
}

/** FNV-1a, so that a conversation always gets the same seed for blinks. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193) >>> 0;
  return hash;
}
