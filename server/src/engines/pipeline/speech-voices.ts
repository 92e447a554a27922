/**
 * What a speech server calls its voices. OpenAI's API has no list of them; `GET /audio/voices` is what Kokoro servers,
 * speaches and others have added, as names or as objects with one.
 */
import { objectOf, textAt } from '../../lib/json-reader.ts';
import { profileOf } from '../../voices/flite/voice-profiles.ts';
import { ProviderError } from '../provider-error.ts';
import { providerFetch } from '../provider-http.ts';
import { SPEECH_SERVICE, type SpeechEndpoint } from './speech-client.ts';

/** Without a list within this time, the conversation goes on without one. */
const LIST_TIMEOUT_MS = 3000;
const SHOWN_VOICES = 8;
/** OpenAI's oldest voice, for which compatible servers have one of their own. */
const COMMON_VOICE = 'alloy';

export interface SpeechVoice {
  name: string;
  /** A notice for the operator, where it is not the voice that was asked for. */
  warning?: string;
}

/** Chooses the voice to name to one speech server; asks it once what voices it has. */
export class SpeechVoices {
  readonly #endpoint: SpeechEndpoint;
  #asked: Promise<string[] | undefined> | undefined;
  /** The voice that replaces each refused one. */
  readonly #substitutes = new Map<string, string>();

  constructor(endpoint: SpeechEndpoint) {
    this.#endpoint = endpoint;
  }

  /** The operator's voice, else the server's one that is most like `wanted`; where it lists none, `wanted` itself. */
  async choose(wanted: string): Promise<SpeechVoice> {
    this.#asked ??= this.#ask();
    const listed = await this.#asked;
    const { voice } = this.#endpoint;
    if (voice !== undefined) {
      if (!listed || findListed(voice, listed)) return { name: voice };
      return {
        name: voice,
        warning: `The speech service does not list the voice ${voice} of TTS_VOICE; it has ${shown(listed)}`,
      };
    }
    const substitute = this.#substitutes.get(wanted);
    const name = listed ? voiceLike(wanted, listed) : (substitute ?? wanted);
    if (name.toLowerCase() === wanted.toLowerCase()) return { name };
    return {
      name,
      warning: `The speech service has no voice ${wanted}: it speaks as ${name} (TTS_VOICE names another)`,
    };
  }

  /** The server has refused the voice that stands for `wanted`. False where there is no other to try. */
  refused(wanted: string): boolean {
    if (this.#endpoint.voice !== undefined || this.#substitutes.has(wanted) || wanted === COMMON_VOICE)
      return false;
    this.#substitutes.set(wanted, COMMON_VOICE);
    return true;
  }

  async #ask(): Promise<string[] | undefined> {
    try {
      return await listSpeechVoices(this.#endpoint);
    } catch (error) {
      // Most servers have no such list. A server that does not run yet is asked again in the next conversation.
      if (error instanceof ProviderError && error.retryable) this.#asked = undefined;
      return undefined;
    }
  }
}

/** The names of the server's voices; `undefined` where its answer is no such list. Rejects with a `ProviderError`. */
export async function listSpeechVoices({
  baseUrl,
  apiKey,
}: Pick<SpeechEndpoint, 'baseUrl' | 'apiKey'>): Promise<string[] | undefined> {
  const response = await providerFetch(SPEECH_SERVICE, `${baseUrl}/audio/voices`, {
    headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
    timeoutMs: LIST_TIMEOUT_MS,
    secret: apiKey,
  });
  return readVoices(await response.json().catch(() => undefined));
}

/** `["a"]`, `{ voices: ["a"] }`, and objects with `id`, `voice_id` or `name` in the place of names. */
function readVoices(body: unknown): string[] | undefined {
  const list = Array.isArray(body) ? body : (objectOf(body)?.voices ?? objectOf(body)?.data);
  if (!Array.isArray(list)) return undefined;
  const names = list.flatMap((entry) => {
    if (typeof entry === 'string') return [entry];
    const voice = objectOf(entry);
    return textAt(voice, 'id') ?? textAt(voice, 'voice_id') ?? textAt(voice, 'name') ?? [];
  });
  return names.length > 0 ? names : undefined;
}

/** The listed voice for a name that the server may not know. The same name gets the same voice every time. */
export function voiceLike(wanted: string, listed: readonly string[]): string {
  const found = findListed(wanted, listed);
  if (found) return found;
  const word = wanted.toLowerCase();
  const related = listed.find((name) =>
    name
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .includes(word),
  );
  if (related) return related;
  // Kokoro's names begin with language and sex: `af_heart` is an American woman, `bm_george` a British man.
  const sex = profileOf(wanted).speaker === 'slt' ? 'f' : 'm';
  const fitting = listed.filter((name) => new RegExp(`^[ab]${sex}_`).test(name));
  const choice = fitting.length > 0 ? fitting : listed;
  let hash = 0;
  for (const char of word) hash = (hash * 31 + char.codePointAt(0)!) % 65_521;
  return choice[hash % choice.length]!;
}

function findListed(wanted: string, listed: readonly string[]): string | undefined {
  return (
    listed.find((name) => name === wanted) ??
    listed.find((name) => name.toLowerCase() === wanted.toLowerCase())
  );
}

function shown(listed: readonly string[]): string {
  const more = listed.length - SHOWN_VOICES;
  return listed.slice(0, SHOWN_VOICES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
