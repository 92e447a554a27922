import type { Conversation } from '../conversation.ts';
import type { Hearing, MicrophoneStatus } from '../conversation-events.ts';
import { fill } from '../language.ts';
import { whatToTell } from '../microphone.ts';
import { browserName } from '../speech-recogniser.ts';
import { keepsAgreement } from './agreement.ts';
import { ICONS } from './icons.ts';
import { createRecognitionStatus } from './recognition-status.ts';
import type { Texts } from './texts/en.ts';

/** Names of providers by id; any other recogniser is shown under its own name. */
const PROVIDERS: Record<string, string> = { gemini: 'Google', openai: 'OpenAI', elevenlabs: 'ElevenLabs' };

/** The mute button, and the texts about speaking. */
export function createMicrophoneControl(root: ShadowRoot, texts: Texts) {
  const recognitionStatus = createRecognitionStatus(root, texts);
  const field = root.getElementById('text') as HTMLInputElement;
  const offer = root.getElementById('use-browser') as HTMLButtonElement;
  const button = root.getElementById('mute') as HTMLButtonElement;
  let isMuted = false;
  /** Whether it was muted because the device was lost, not by the visitor. */
  let wasLost = false;
  /** Whether the browser's own recognition was offered during this call. */
  let wasOffered = false;
  /** Whether the visitor can be heard: there is a microphone and a recogniser. */
  let canSpeak = false;

  function setMuted(muted: boolean): void {
    isMuted = muted;
    const label = isMuted ? texts.unmute : texts.mute;
    button.setAttribute('aria-pressed', String(isMuted));
    button.title = label;
    button.innerHTML = isMuted ? ICONS.microphoneOff : ICONS.microphone;
    const words = document.createElement('span');
    words.textContent = label;
    button.append(words);
    const speaking = isMuted ? texts.typeOrUnmute : texts.typeOrSpeak;
    field.placeholder = canSpeak ? speaking : texts.typeOnly;
  }

  /** Returns the name of the recogniser. */
  function listenerOf(hearing: Hearing, conversation: Conversation | undefined, browser: string): string {
    if (hearing !== 'service') return browser;
    const by = conversation?.heardBy ?? conversation?.engine ?? '';
    return by === 'machine' ? texts.thisMachine : (PROVIDERS[by] ?? by);
  }

  return {
    recognitionStatus,
    get isMuted(): boolean {
      return isMuted;
    },
    /** Whether the visitor is heard and understood now. */
    get isHeard(): boolean {
      return canSpeak && !isMuted;
    },
    setMuted,
    /** Resets it before a call, when it is not yet known whether the visitor can be heard. */
    reset(): void {
      recognitionStatus.show(undefined, '');
      offer.hidden = true;
      wasOffered = false;
      canSpeak = false;
      setMuted(false);
    },
    show(status: MicrophoneStatus, hearing: Hearing, conversation: Conversation | undefined): void {
      const name = browserName() ?? texts.thisBrowser;
      const matter = whatToTell(status, hearing);
      wasOffered ||= matter === 'offered';
      const words: Partial<Record<typeof matter, string>> = {
        ...texts.microphones,
        offered: fill(texts.offered, { name }) + (keepsAgreement(root.host) ? ` ${texts.agreementKept}` : ''),
        // Visitors who have just allowed the browser's recognition are told that it failed.
        ...(wasOffered && { not_understood: fill(texts.browserFailed, { name }) }),
      };
      // The browser's recogniser was never tried, so allowing the microphone may not help.
      const isUncertain = matter === 'refused' && hearing !== 'service';
      const told = isUncertain ? texts.refusedTypeOnly : words[matter];
      offer.hidden = matter !== 'offered';
      offer.textContent = fill(texts.useBrowser, { name });
      canSpeak = matter === 'on' || matter === 'muted';
      recognitionStatus.show(
        matter === 'on' ? listenerOf(hearing, conversation, name) : undefined,
        told ?? (matter === 'muted' ? texts.youAreMuted : ''),
      );
      // Without a microphone there is nothing to mute.
      button.disabled = status === 'insecure' || status === 'framed';
      const isSilent = ['muted', 'refused', 'missing', 'lost'].includes(status);
      setMuted(isSilent || (status !== 'on' && isMuted && !wasLost));
      wasLost = status === 'lost';
    },
  };
}
