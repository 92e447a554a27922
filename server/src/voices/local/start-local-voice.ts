import type { Logger } from '../../lib/logger.ts';
import type { StartThread } from '../../models/runtime/model-thread.ts';
import { startFliteVoice } from '../flite/start-flite-voice.ts';
import type { InstalledVoice } from '../piper/piper-messages.ts';
import { type PiperVoice, startPiperVoice } from '../piper/start-piper-voice.ts';
import type { SpokenClause, Voice, VoiceStyle } from '../voice.ts';
import { foreignReason, NaturalVoice } from './natural-voice.ts';

export interface LocalVoiceOptions {
  /** Folder in which ONNX Runtime may be installed. */
  modelsFolder: string;
  /** Looks for installed voices, each time a conversation begins. */
  findVoices: () => Promise<InstalledVoice[]>;
  startThread?: StartThread | undefined;
  log: Logger;
}

/**
 * Starts the voice of this machine: Piper if its models are installed, with Flite for text that Piper cannot say or
 * when Piper is too slow; otherwise only Flite.
 */
export async function startLocalVoice(options: LocalVoiceOptions): Promise<Voice> {
  return new LocalVoice(await startFliteVoice(), options);
}

class LocalVoice implements Voice {
  readonly #flite: Voice;
  readonly #options: LocalVoiceOptions;
  #piper: PiperVoice | undefined;
  #natural: NaturalVoice | undefined;
  #knownVoices = JSON.stringify([]);
  #refreshing: Promise<void> | undefined;
  #closed = false;

  constructor(flite: Voice, options: LocalVoiceOptions) {
    this.#flite = flite;
    this.#options = options;
  }

  prepare(): void {
    this.#refreshing ??= this.#refreshVoices().finally(() => (this.#refreshing = undefined));
  }

  async speak(clause: string, style: VoiceStyle, signal?: AbortSignal): Promise<SpokenClause> {
    await this.#refreshing;
    if (this.#natural) return this.#natural.speak(clause, style, signal);
    const foreign = foreignReason(style.language);
    const spoken = await this.#flite.speak(clause, style, signal);
    return foreign === undefined
      ? spoken
      : { ...spoken, notice: `The plain offline voice is used: ${foreign}.` };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#refreshing;
    await Promise.all([this.#piper?.close(), this.#flite.close()]);
  }

  async #refreshVoices(): Promise<void> {
    const { findVoices, modelsFolder, startThread, log } = this.#options;
    const voices = await findVoices().catch((error: unknown) => {
      log.warn({ event: 'voice.look_failed', err: error }, 'the worker could not list the installed voices');
      return [];
    });
    const known = JSON.stringify(voices);
    if (this.#closed || known === this.#knownVoices) return;
    this.#knownVoices = known;
    if (this.#piper) this.#piper.setVoices(voices);
    else this.#piper = startPiperVoice(voices, modelsFolder, startThread);
    const natural = new NaturalVoice({
      natural: this.#piper,
      plain: this.#flite,
      now: () => performance.now(),
      onFallback: (reason) =>
        log.warn(
          { event: 'voice.fallback', reason },
          'the plain offline voice is used instead of the natural one',
        ),
    });
    this.#natural = voices.length > 0 ? natural : undefined;
    this.#natural?.prepare();
  }
}
