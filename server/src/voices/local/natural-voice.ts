import { languageName } from '../../lib/language-name.ts';
import type { PiperVoice } from '../piper/start-piper-voice.ts';
import type { SpokenClause, Voice, VoiceStyle } from '../voice.ts';

export interface NaturalVoiceOptions {
  natural: PiperVoice;
  /** Speaks at once on any machine. */
  plain: Voice;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** Called with a sentence for the operator; each reason is reported once. */
  onFallback: (reason: string) => void;
}

/** How long a clause may take: after a longer pause the listener would think that the answer has ended. */
const PATIENCE_MS = 2500;
/** How long a model may take to load; usually it takes a second or two. */
const LOADING_PATIENCE_MS = 5000;
/**
 * After the natural voice was too slow, no answer begins with it for this long: a voice that keeps changing is worse
 * than a plain one.
 */
const REST_MS = 20_000;
/** After the natural voice has failed, no answer begins with it for this long. */
const LONG_REST_MS = 120_000;

/**
 * A natural voice with limited waiting: the plain voice speaks a clause that the natural one cannot say, or not in
 * time, and the rest of that answer. Those clauses contain a notice. An answer that the natural voice has begun
 * continues with it, even if it failed in another answer meanwhile.
 */
export class NaturalVoice implements Voice {
  readonly #options: NaturalVoiceOptions;
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  #loadPatience: Promise<void> | undefined;
  #restsUntil = 0;
  #why = '';
  readonly #givenNotices = new Set<string>();
  /** Answers that the natural voice has begun. */
  readonly #begun = new WeakSet<object>();
  /** Answers that the plain voice speaks to their end, and why. */
  readonly #plainAnswers = new WeakMap<object, string>();

  constructor(options: NaturalVoiceOptions) {
    this.#options = options;
  }

  prepare(): void {
    this.#loading ??= this.#options.natural.load().then(
      () => {
        this.#isLoaded = true;
      },
      (error: Error) => {
        this.#rest(`the natural voice could not be loaded: ${error.message}`, Number.POSITIVE_INFINITY);
      },
    );
  }

  async speak(clause: string, style: VoiceStyle, signal?: AbortSignal): Promise<SpokenClause> {
    const unfit = this.#unfit(style) ?? (await this.#notLoaded(signal));
    if (unfit !== undefined) return this.#instead(unfit, clause, style, signal);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      const both = signal ? AbortSignal.any([signal, patience.signal]) : patience.signal;
      const spoken = await this.#options.natural.speak(clause, style, both);
      if (style.answer) this.#begun.add(style.answer);
      return spoken;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof RangeError) throw error;
      if (patience.signal.aborted || (error as Error).name === 'ThreadBusy')
        this.#rest(
          `the natural voice is too slow on this machine (more than ${PATIENCE_MS / 1000} s for a clause)`,
          REST_MS,
        );
      else this.#rest(`the natural voice failed: ${(error as Error).message}`, LONG_REST_MS);
      return this.#instead(this.#why, clause, style, signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#options.natural.close(), this.#options.plain.close()]);
  }

  #rest(why: string, forMs: number): void {
    this.#why = why;
    this.#restsUntil = this.#options.now() + forMs;
  }

  /** Waits for the models up to a limit; after that the plain voice speaks until they are loaded. */
  async #notLoaded(signal: AbortSignal | undefined): Promise<string | undefined> {
    if (this.#isLoaded) return undefined;
    this.prepare();
    this.#loadPatience ??= new Promise((resolve) => {
      setTimeout(resolve, LOADING_PATIENCE_MS).unref();
    });
    const patience = this.#loadPatience;
    await Promise.race([this.#loading, patience, aborted(signal)]);
    signal?.throwIfAborted();
    if (this.#isLoaded) return undefined;
    return this.#options.now() < this.#restsUntil ? this.#why : 'the natural voice is still being loaded';
  }

  /** Returns why the natural voice should not speak this clause, or `undefined` if it should. */
  #unfit({ voice, language, answer }: VoiceStyle): string | undefined {
    const { natural, now } = this.#options;
    const why = answer && this.#plainAnswers.get(answer);
    if (why !== undefined) return why;
    const foreign = foreignReason(language);
    if (foreign !== undefined) return foreign;
    if (!natural.modelFor(voice))
      return `no installed natural voice matches ${voice}; \`npx visavis models list\` shows more voices`;
    if (answer && this.#begun.has(answer)) return undefined;
    return now() < this.#restsUntil ? this.#why : undefined;
  }

  async #instead(
    why: string,
    clause: string,
    style: VoiceStyle,
    signal: AbortSignal | undefined,
  ): Promise<SpokenClause> {
    if (style.answer) this.#plainAnswers.set(style.answer, why);
    const notice = `The plain offline voice is used: ${why}.`;
    if (!this.#givenNotices.has(notice)) {
      this.#givenNotices.add(notice);
      this.#options.onFallback(notice);
    }
    return { ...(await this.#options.plain.speak(clause, style, signal)), notice };
  }
}

/** Settles when the signal is aborted. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Why a text in this language (BCP 47; absent: English) sounds wrong with the voices here, which are all English. */
export function foreignReason(language: string | undefined): string | undefined {
  const code = language?.split('-', 1)[0]?.toLowerCase() ?? 'en';
  if (code === 'en') return undefined;
  return `no voice on this machine speaks ${languageName(code)}, so an English voice reads the text`;
}
