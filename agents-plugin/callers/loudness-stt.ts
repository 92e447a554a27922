import { normalizeLanguage, stt } from '@livekit/agents';

/** Mean absolute value from which a frame counts as voice. */
const LOUD_LEVEL = 300;
const START_AFTER_MS = 100;
const END_AFTER_MS = 600;

/** Speech to text without a model: its transcript is the duration of the loud audio. */
export class LoudnessStt extends stt.STT {
  override readonly label = 'callers.LoudnessStt';

  constructor() {
    super({ streaming: true, interimResults: true });
  }

  override stream(): stt.SpeechStream {
    return new LoudnessStream(this);
  }

  protected override _recognize(): Promise<stt.SpeechEvent> {
    return Promise.reject(new Error('only streams are supported'));
  }
}

class LoudnessStream extends stt.SpeechStream {
  override readonly label = 'callers.LoudnessStream';

  protected override async run(): Promise<void> {
    let [loudMs, quietMs, speaking] = [0, 0, false];
    for await (const frame of this.input) {
      if (frame === stt.SpeechStream.FLUSH_SENTINEL) continue;
      const ms = (frame.samplesPerChannel * 1000) / frame.sampleRate;
      if (frame.data.reduce((sum, sample) => sum + Math.abs(sample), 0) / frame.data.length > LOUD_LEVEL) {
        [loudMs, quietMs] = [loudMs + ms, 0];
      } else quietMs += ms;
      if (!speaking && loudMs > START_AFTER_MS) {
        speaking = true;
        this.#emit(stt.SpeechEventType.START_OF_SPEECH);
        this.#emit(stt.SpeechEventType.INTERIM_TRANSCRIPT, 'something');
      } else if (quietMs > END_AFTER_MS) {
        if (speaking) {
          this.#emit(stt.SpeechEventType.FINAL_TRANSCRIPT, `${Math.round(loudMs)} ms of speech`);
          this.#emit(stt.SpeechEventType.END_OF_SPEECH);
        }
        [loudMs, quietMs, speaking] = [0, 0, false];
      }
    }
  }

  #emit(type: stt.SpeechEventType, text?: string): void {
    const language = normalizeLanguage('en');
    this.queue.put({
      type,
      ...(text !== undefined && {
        alternatives: [{ language, text, startTime: 0, endTime: 0, confidence: 1 }],
      }),
    });
  }
}
