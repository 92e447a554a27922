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
const CLAUSE_TIMEOUT_MS = 2500;
/** How long a model may take to load; usually it takes a second or two. */
const LOAD_TIMEOUT_MS = 5000;
/**
 * After the natural voice was too slow, no answer begins with it for this long: a voice that keeps changing is worse
 * than a plain one.
 */
const SLOW_SUSPENSION_MS = 20_000;
/** After the natural voice has failed, no answer begins with it for this long. */
const FAILURE_SUSPENSION_MS = 120_000;

/**
 * A natural voice with limited waiting: the plain voice speaks a clause that the natural one cannot say, or not in
 * time, and the rest of that answer. Those clauses contain a notice. An answer that the natural voice has begun
 * continues with it, even if it failed in another answer meanwhile.
 */
export class NaturalVoice implements Voice {
  readonly #options: NaturalVoiceOptions;
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  #loadTimeout: Promise<void> | undefined;
  #suspendedUntil = 0;
  #suspendReason = '';
  readonly #reportedNotices = new Set<string>();
  /** Answers that the natural voice has begun. */
  readonly #naturalAnswers = new WeakSet<object>();
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
        this.#suspend(`the natural voice could not be loaded: ${error.message}`, Number.POSITIVE_INFINITY);
      },
    );
  }

  async speak(clause: string, style: VoiceStyle, signal?: AbortSignal): Promise<SpokenClause> {
    const reasonForPlain = this.#reasonForPlain(style) ?? (await this.#waitForLoad(signal));
    if (reasonForPlain !== undefined) return this.#speakPlain(reasonForPlain, clause, style, signal);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), CLAUSE_TIMEOUT_MS);
    try {
      const both = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
      const spoken = await this.#options.natural.speak(clause, style, both);
      if (style.answer) this.#naturalAnswers.add(style.answer);
      return spoken;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof RangeError) throw error;
      if (timeout.signal.aborted || (error as Error).name === 'ThreadBusy')
        this.#suspend(
          `the natural voice is too slow on this machine (more than ${CLAUSE_TIMEOUT_MS / 1000} s for a clause)`,
          SLOW_SUSPENSION_MS,
        );
      else this.#suspend(`the natural voice failed: ${(error as Error).message}`, FAILURE_SUSPENSION_MS);
      return this.#speakPlain(this.#suspendReason, clause, style, signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#options.natural.close(), this.#options.plain.close()]);
  }

  #suspend(why: string, forMs: number): void {
    this.#suspendReason = why;
    this.#suspendedUntil = this.#options.now() + forMs;
  }

  /** Waits for the models up to a limit; after that the plain voice speaks until they are loaded. */
  async #waitForLoad(signal: AbortSignal | undefined): Promise<string | undefined> {
    if (this.#isLoaded) return undefined;
    this.prepare();
    this.#loadTimeout ??= new Promise((resolve) => {
      setTimeout(resolve, LOAD_TIMEOUT_MS).unref();
    });
    const timeout = this.#loadTimeout;
    await Promise.race([this.#loading, timeout, aborted(signal)]);
    signal?.throwIfAborted();
    if (this.#isLoaded) return undefined;
    return this.#options.now() < this.#suspendedUntil
      ? this.#suspendReason
      : 'the natural voice is still being loaded';
  }

  /** Returns why the natural voice should not speak this clause, or `undefined` if it should. */
  #reasonForPlain({ voice, language, answer }: VoiceStyle): string | undefined {
    const { natural, now } = this.#options;
    const why = answer && this.#plainAnswers.get(answer);
    if (why !== undefined) return why;
    const foreign = foreignReason(language);
    if (foreign !== undefined) return foreign;
    if (!natural.modelFor(voice))
      return `no installed natural voice matches ${voice}; \`npx visavis models list\` shows more voices`;
    if (answer && this.#naturalAnswers.has(answer)) return undefined;
    return now() < this.#suspendedUntil ? this.#suspendReason : undefined;
  }

  async #speakPlain(
    why: string,
    clause: string,
    style: VoiceStyle,
    signal: AbortSignal | undefined,
  ): Promise<SpokenClause> {
    if (style.answer) this.#plainAnswers.set(style.answer, why);
    const notice = `The plain offline voice is used: ${why}.`;
    if (!this.#reportedNotices.has(notice)) {
      this.#reportedNotices.add(notice);
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
