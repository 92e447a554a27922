import { DEFAULT_VOICE } from '@visavis/contracts';
import type { Clock } from '../../lib/clock.ts';
import { profileOf } from '../../voices/flite/voice-profiles.ts';
import type { ProviderName } from '../provider-error.ts';
import type { ListedVoice, VoiceOffer } from './synthesizer.ts';

/** A list of this age, or a missing one, is requested again on its next use. */
const FRESH_MS = 60_000;
const SHOWN_VOICES = 8;
const MAX_REFUSED = 100;

export interface ChosenVoice {
  id: string;
  /** A notice for the operator, if it is not the requested voice. */
  warning?: string;
}

/** Chooses the voice to request from one speech server. Only the first choice waits for the server's list. */
export class VoiceChoice {
  readonly #provider: ProviderName;
  readonly #offer: VoiceOffer;
  readonly #clock: Clock;
  #listed: ListedVoice[] | undefined;
  #first: Promise<void> | undefined;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  /** Names of agents' voices for which the server has refused our choice. */
  readonly #refused = new Set<string>();

  constructor(provider: ProviderName, offer: VoiceOffer, clock: Clock) {
    this.#provider = provider;
    this.#offer = offer;
    this.#clock = clock;
  }

  /** Requests the list if it is old or was never requested. */
  refresh(): void {
    if (this.#clock.now() - this.#askedAtMs <= FRESH_MS) return;
    this.#askedAtMs = this.#clock.now();
    const asked = this.#ask();
    this.#first ??= asked;
  }

  /**
   * Returns the operator's voice, else the server's voice that is most similar to `wanted`. If the server lists none,
   * `wanted` itself or its common voice. `language`: ISO 639-1, of what will be said.
   */
  async choose(wanted: string, language = 'en'): Promise<ChosenVoice> {
    this.refresh();
    await this.#first;
    const listed = this.#listed;
    const { chosen, setting, byName, common } = this.#offer;
    const { name: provider } = this.#provider;
    if (chosen !== undefined) {
      const found = listed && findListed(chosen, listed);
      if (found || !listed || !byName) return { id: found?.id ?? chosen };
      return {
        id: chosen,
        warning: `${provider} does not list the voice ${chosen} from ${setting}. Available: ${shown(listed)}`,
      };
    }
    const unlisted = byName && !this.#refused.has(wanted) ? wanted : common;
    const { id, name } = listed ? voiceLike(wanted, listed, language) : { id: unlisted, name: unlisted };
    if (name.toLowerCase() === wanted.toLowerCase()) return { id };
    const missing = wanted === DEFAULT_VOICE ? `${wanted}, the default` : wanted;
    return {
      id,
      warning: `${provider} has no voice ${missing}, so ${name} is used; set ${setting} to choose another`,
    };
  }

  /** The server has refused the voice chosen for `wanted`. Returns false if there is no other to try. */
  refused(wanted: string): boolean {
    const { chosen, common } = this.#offer;
    if (chosen !== undefined || this.#listed || this.#refused.has(wanted) || wanted === common) return false;
    if (this.#refused.size >= MAX_REFUSED) this.#refused.clear();
    this.#refused.add(wanted);
    return true;
  }

  async #ask(): Promise<void> {
    try {
      this.#listed = await this.#offer.list();
    } catch {
      // Many servers have no such list, and one that does not answer now has the same voices as before.
    }
  }
}

/** Returns the listed voice for a name that the server may not know. The same name always gets the same voice. */
function voiceLike(wanted: string, listed: readonly ListedVoice[], language: string): ListedVoice {
  const word = wanted.toLowerCase();
  const found =
    findListed(wanted, listed) ??
    listed.find(({ name }) =>
      name
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .includes(word),
    );
  if (found) return found;
  const sex = profileOf(wanted).speaker === 'slt' ? 'f' : 'm';
  const speaking = listed.filter((voice) => voice.language === language);
  const fitting = speaking.filter((voice) => voice.sex === sex);
  const choice = [fitting, speaking, listed].find(({ length }) => length > 0)!;
  let hash = 0;
  for (const char of word) hash = (hash * 31 + char.codePointAt(0)!) % 65_521;
  return choice[hash % choice.length]!;
}

function findListed(wanted: string, listed: readonly ListedVoice[]): ListedVoice | undefined {
  const word = wanted.toLowerCase();
  return (
    listed.find(({ id, name }) => id === wanted || name === wanted) ??
    listed.find(({ id, name }) => id.toLowerCase() === word || name.toLowerCase() === word)
  );
}

function shown(listed: readonly ListedVoice[]): string {
  const more = listed.length - SHOWN_VOICES;
  const names = listed.slice(0, SHOWN_VOICES).map(({ name }) => name);
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
