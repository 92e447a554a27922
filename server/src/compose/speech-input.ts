import type { EnginePlan, ServerPlan } from '@visavis/contracts';
import { MICROPHONE_RATE } from '../audio/sample-rates.ts';
import { VoiceActivityDetector } from '../audio/voice-activity.ts';
import type { Config } from '../config.ts';
import { Breaker } from '../lib/breaker.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { HearingDeps } from '../media/hearing/hearing-deps.ts';
import { PAUSE_MS } from '../media/hearing/speech-evidence.ts';
import type { StartThread } from '../models/runtime/model-thread.ts';
import type { Patience } from '../providers/patience.ts';
import { openFirstVendor } from '../providers/speech-vendor.ts';
import { createTranscriber, type TranscriptionEndpoint } from '../providers/stt/openai/transcriber.ts';
import { RECOGNITION_VENDORS } from '../providers/stt/recognition-vendors.ts';
import { withStandIn } from '../providers/stt/with-stand-in.ts';
import type { SpeechDetector, SpeechRecognizer, TurnJudge } from '../speech-recognition/recognizer.ts';
import {
  findSpeechModels,
  type LocalRecognizer,
  startRecognizer,
} from '../speech-recognition/start-recognizer.ts';
import { startSpeechDetector } from '../speech-recognition/start-speech-detector.ts';
import { startTurnJudge } from '../speech-recognition/start-turn-judge.ts';
import { OrganizationBreakers } from './organization-breakers.ts';

/** The local speech models in use. A machine with a recognizer also has the others. */
export interface SpeechModels {
  recognizer: LocalRecognizer | undefined;
  detector: SpeechDetector | undefined;
  judge: TurnJudge | undefined;
}

/** How long to wait for a service if something else can transcribe as well. */
const STAND_IN_AFTER_MS = 2500;

const NONE: SpeechModels = { recognizer: undefined, detector: undefined, judge: undefined };

export interface SpeechInput {
  /** The speech models installed when the last conversation started; their threads start with the first audio. */
  readonly speechModels: SpeechModels;
  /** Checks for newly installed models. Running conversations keep theirs. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Provides speech detection and recognition with the installed models. */
export async function composeSpeechInput(
  { dataDir, models }: Pick<Config, 'dataDir' | 'models'>,
  log: Logger,
  startThread?: StartThread,
): Promise<SpeechInput> {
  let knownModels = '';
  let speechModels = NONE;
  const opened: { close(): Promise<void> }[] = [];
  async function refresh(): Promise<void> {
    const found = await findSpeechModels(dataDir, models.speechRecognition);
    const { recognizer, turns } = found;
    const foundModels = JSON.stringify(found);
    if (foundModels === knownModels) return;
    knownModels = foundModels;
    if (models.speechRecognition !== undefined && !recognizer)
      log.warn(
        { event: 'model.not_installed', model: models.speechRecognition },
        'the model in VISAVIS_SPEECH_RECOGNITION_MODEL is not installed; run `npx visavis models add` with its name',
      );
    speechModels = turns
      ? {
          recognizer: recognizer && startRecognizer(dataDir, recognizer, startThread),
          detector: startSpeechDetector(dataDir, turns, startThread),
          judge: startTurnJudge(dataDir, turns, startThread),
        }
      : NONE;
    for (const part of Object.values(speechModels)) if (part) opened.push(part);
  }
  await refresh();
  return {
    get speechModels() {
      return speechModels;
    },
    refresh,
    close: async () => {
      await Promise.all(opened.map((part) => part.close()));
    },
  };
}

/** Chooses the organization's server and fallback, `STT_BASE_URL`, the first vendor or the local model. */
export function chooseRecognizer(
  { pipeline: { stt }, speechVendors, patience }: Pick<Config, 'pipeline' | 'speechVendors' | 'patience'>,
  log: Logger,
  clock: Clock = systemClock,
) {
  const organizationBreakers = new OrganizationBreakers(clock);
  const parts = { patience: patience.stt, clock, log };
  const configured = stt && transcribeAt(stt, new Breaker(clock), parts);
  const vendor = stt
    ? undefined
    : openFirstVendor(RECOGNITION_VENDORS, speechVendors.stt, patience.stt, clock);
  return (local: SpeechRecognizer | undefined, own: ServerPlan | undefined, organizationId: string) => {
    const transcriberOf = (server: ServerPlan) =>
      transcribeAt(server, organizationBreakers.of(organizationId, 'stt', server), parts);
    if (own) return transcriberOf(own)(own.fallback ? transcriberOf(own.fallback)(local) : local);
    return configured ? configured(local) : (vendor ?? local);
  };
}

/** Transcribes with a server; another one, or a local model, replaces it on failure, if there is one. */
function transcribeAt(
  server: TranscriptionEndpoint,
  breaker: Breaker,
  { patience, clock, log }: { patience: Patience; clock: Clock; log: Logger },
) {
  const standalone = createTranscriber(server, patience, clock);
  const firstMs = Math.min(patience.firstMs, STAND_IN_AFTER_MS);
  const impatient = createTranscriber(server, { ...patience, firstMs }, clock);
  return (standIn: SpeechRecognizer | undefined): SpeechRecognizer =>
    standIn
      ? withStandIn(impatient, standIn, breaker, ({ message, fault }) =>
          log.warn(
            { event: 'hearing.stand_in', ...fault, reason: message },
            'the speech recognition server failed; its fallback or the model on this machine temporarily replaces it',
          ),
        )
      : standalone;
}

/** Opens the speech input of a conversation with this engine; `undefined` if the caller's agent speaks. */
export function openHearingDeps(
  { recognizer: local, detector: model, judge }: SpeechModels,
  recognizer: SpeechRecognizer | undefined,
  engine: Pick<EnginePlan, 'stopsOnBackchannel' | 'language' | 'turnTaking'> | undefined,
  log: Logger,
): HearingDeps {
  return {
    openDetector: () => new VoiceActivityDetector(MICROPHONE_RATE, { hangoverMs: PAUSE_MS }),
    model,
    recognizer,
    turnTaking: engine?.turnTaking,
    judge: judge && {
      turnIsOver: (samples, options) => judge.turnIsOver(samples, options),
      warm: () =>
        judge
          .warm()
          .catch((error: unknown) =>
            log.warn(
              { event: 'hearing.judge_failed', err: error },
              'the model that detects the end of a turn failed; from now on only silence ends a turn',
            ),
          ),
    },
    ...(!engine?.stopsOnBackchannel && { backchannels: { recognizer: local, language: engine?.language } }),
    onModelLost: (reason) =>
      log.warn(
        { event: 'hearing.detector_failed', reason },
        'the model that detects speech failed; from now on speech is detected only by loudness',
      ),
  };
}
