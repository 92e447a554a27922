import type { Conversation } from '../conversation.ts';
import type { Hearing, MicrophoneStatus } from '../conversation-events.ts';
import { fill } from '../language.ts';
import { messageKeyOf } from '../microphone.ts';
import { browserName } from '../speech-recogniser.ts';
import { storesConsent } from './consent.ts';
import { ICONS } from './icons.ts';
import { createRecognitionStatus } from './recognition-status.ts';
import type { Texts } from './texts/en.ts';

/** Names of providers by id; any other recogniser is shown under its own name. */
const PROVIDERS: Record<string, string> = { gemini: 'Google', openai: 'OpenAI', elevenlabs: 'ElevenLabs' };

/** The mute button, and the texts about speaking. */
export function createMicrophoneControl(root: ShadowRoot, texts: Texts) {
  const recognitionStatus = createRecognitionStatus(root, texts);
  const field = root.getElementById('text') as HTMLInputElement;
  const consentButton = root.getElementById('use-browser') as HTMLButtonElement;
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
    const labelElement = document.createElement('span');
    labelElement.textContent = label;
    button.append(labelElement);
    const placeholder = isMuted ? texts.typeOrUnmute : texts.typeOrSpeak;
    field.placeholder = canSpeak ? placeholder : texts.typeOnly;
  }

  /** Returns the name of the recogniser. */
  function recogniserOf(hearing: Hearing, conversation: Conversation | undefined, browser: string): string {
    if (hearing !== 'service') return browser;
    const recogniser = conversation?.heardBy ?? conversation?.engine ?? '';
    return recogniser === 'machine' ? texts.thisMachine : (PROVIDERS[recogniser] ?? recogniser);
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
      consentButton.hidden = true;
      wasOffered = false;
      canSpeak = false;
      setMuted(false);
    },
    show(status: MicrophoneStatus, hearing: Hearing, conversation: Conversation | undefined): void {
      const name = browserName() ?? texts.thisBrowser;
      const messageKey = messageKeyOf(status, hearing);
      wasOffered ||= messageKey === 'offered';
      const messages: Partial<Record<typeof messageKey, string>> = {
        ...texts.microphones,
        offered: fill(texts.offered, { name }) + (storesConsent(root.host) ? ` ${texts.consentStored}` : ''),
        // Visitors who have just allowed the browser's recognition are told that it failed.
        ...(wasOffered && { not_understood: fill(texts.browserFailed, { name }) }),
      };
      // The browser's recogniser was never tried, so allowing the microphone may not help.
      const isUncertain = messageKey === 'refused' && hearing !== 'service';
      const message = isUncertain ? texts.refusedTypeOnly : messages[messageKey];
      consentButton.hidden = messageKey !== 'offered';
      consentButton.textContent = fill(texts.useBrowser, { name });
      canSpeak = messageKey === 'on' || messageKey === 'muted';
      recognitionStatus.show(
        messageKey === 'on' ? recogniserOf(hearing, conversation, name) : undefined,
        message ?? (messageKey === 'muted' ? texts.youAreMuted : ''),
      );
      // Without a microphone there is nothing to mute.
      button.disabled = status === 'insecure' || status === 'framed';
      const isSilent = ['muted', 'refused', 'missing', 'lost'].includes(status);
      setMuted(isSilent || (status !== 'on' && isMuted && !wasLost));
      wasLost = status === 'lost';
    },
  };
}
