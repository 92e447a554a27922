import type { Conversation } from '../conversation.ts';
import type { Hearing, MicrophoneStatus } from '../conversation-events.ts';
import { fill } from '../language.ts';
import { whatToTell } from '../microphone.ts';
import { browserName } from '../speech-recogniser.ts';
import { Ears } from './ears.ts';
import { ICONS } from './icons.ts';
import type { Texts } from './texts/en.ts';

/** Names of providers by their ids; any other recogniser is called by its own name. */
const PROVIDERS: Record<string, string> = { gemini: 'Google', openai: 'OpenAI', elevenlabs: 'ElevenLabs' };

/** The button that mutes, and the words about speaking. */
export class MicrophoneControl {
  readonly ears: Ears;
  readonly #root: ShadowRoot;
  readonly #texts: Texts;
  #isMuted = false;
  /** Whether it was muted by its loss, not by the visitor. */
  #wasLost = false;
  /** Whether the browser's own recognition was offered in this call. */
  #wasOffered = false;
  /** Whether the visitor can be heard: there is a microphone, and something that understands it. */
  #canSpeak = false;

  constructor(root: ShadowRoot, texts: Texts) {
    this.#root = root;
    this.#texts = texts;
    this.ears = new Ears(root, texts);
  }

  get isMuted(): boolean {
    return this.#isMuted;
  }

  /** Whether the visitor is heard and understood now. */
  get isHeard(): boolean {
    return this.#canSpeak && !this.#isMuted;
  }

  /** Resets it before a call: nobody knows yet whether the visitor can be heard. */
  reset(): void {
    this.ears.show(undefined, '');
    this.#offer.hidden = true;
    this.#wasOffered = false;
    this.#canSpeak = false;
    this.setMuted(false);
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    const { mute, unmute, typeOrUnmute, typeOrSpeak, typeOnly } = this.#texts;
    const button = this.#button;
    const label = isMuted ? unmute : mute;
    button.setAttribute('aria-pressed', String(isMuted));
    button.title = label;
    button.innerHTML = isMuted ? ICONS.microphoneOff : ICONS.microphone;
    const words = document.createElement('span');
    words.textContent = label;
    button.append(words);
    const speaking = isMuted ? typeOrUnmute : typeOrSpeak;
    const field = this.#root.getElementById('text') as HTMLInputElement;
    field.placeholder = this.#canSpeak ? speaking : typeOnly;
  }

  show(status: MicrophoneStatus, hearing: Hearing, conversation: Conversation | undefined): void {
    const { microphones, refusedTypeOnly, youAreMuted, offered, useBrowser, browserFailed, thisBrowser } =
      this.#texts;
    const name = browserName() ?? thisBrowser;
    const matter = whatToTell(status, hearing);
    this.#wasOffered ||= matter === 'offered';
    const words: Partial<Record<typeof matter, string>> = {
      ...microphones,
      offered: fill(offered, { name }),
      // Whoever has just let the browser listen reads that it was tried.
      ...(this.#wasOffered && { not_understood: fill(browserFailed, { name }) }),
    };
    // Nobody knows whether it would help to allow it: the browser's recogniser was never tried.
    const isUncertain = matter === 'refused' && hearing !== 'service';
    const told = isUncertain ? refusedTypeOnly : words[matter];
    this.#offer.hidden = matter !== 'offered';
    this.#offer.textContent = fill(useBrowser, { name });
    this.#canSpeak = matter === 'on' || matter === 'muted';
    this.ears.show(
      matter === 'on' ? this.#listener(hearing, conversation, name) : undefined,
      told ?? (matter === 'muted' ? youAreMuted : ''),
    );
    // Without a microphone there is nothing to mute.
    this.#button.disabled = status === 'insecure' || status === 'framed';
    const isMuted = ['muted', 'refused', 'missing', 'lost'].includes(status);
    this.setMuted(isMuted || (status !== 'on' && this.#isMuted && !this.#wasLost));
    this.#wasLost = status === 'lost';
  }

  /** Returns the name of what recognises speech. */
  #listener(hearing: Hearing, conversation: Conversation | undefined, browser: string): string {
    if (hearing !== 'service') return browser;
    const by = conversation?.heardBy ?? conversation?.engine ?? '';
    return by === 'machine' ? this.#texts.thisMachine : (PROVIDERS[by] ?? by);
  }

  get #offer(): HTMLButtonElement {
    return this.#root.getElementById('use-browser') as HTMLButtonElement;
  }

  get #button(): HTMLButtonElement {
    return this.#root.getElementById('mute') as HTMLButtonElement;
  }
}
