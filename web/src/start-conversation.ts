import { ConnectionError, ConnectionErrorReason } from 'livekit-client';
import type { MediaElements } from './avatar-tracks.ts';
import { Conversation } from './conversation.ts';
import { ConversationError } from './conversation-error.ts';
import type { ConversationHandlers } from './conversation-events.ts';
import { EventHub } from './event-hub.ts';
import type { ConversationSource } from './source/conversation-source.ts';
import { openConversation } from './source/open-conversation.ts';

export type StartOptions = ConversationSource & {
  /**
   * Where to show the avatar: a `<video>`, or an element to which one is added. Without it nothing is shown or played:
   * use the tracks of `conversation.room` yourself.
   */
  element?: HTMLElement;
  /** Whether to ask for the microphone at once; true by default. */
  microphone?: boolean;
  /** Handlers that receive all events from the first one; `conversation.on` adds more. */
  on?: ConversationHandlers;
  /** Aborts a start in progress. */
  signal?: AbortSignal;
  /** Language (BCP 47) for the browser's own speech recognition, if the service cannot hear; by default `en-US`. */
  recognitionLanguage?: string;
};

/**
 * Starts a conversation with an avatar. Resolves when the user is in its room; the avatar may still be on its way. Call
 * it in a click handler, so that the browser plays the audio.
 * @throws ConversationError whose message is written for users
 */
export async function startConversation(options: StartOptions): Promise<Conversation> {
  const { element, signal, on, microphone = true, recognitionLanguage = 'en-US' } = options;
  provideRandomUuid();
  const hub = new EventHub(on);
  hub.emit('state', { state: 'connecting' });
  const joinInfo = await openConversation(options);
  const stopSession = () => void joinInfo.stop().catch(() => undefined);
  if (signal?.aborted) {
    stopSession();
    throw new ConversationError('aborted', 'The start was aborted.');
  }
  const conversation = new Conversation(
    joinInfo,
    element && mediaElementsIn(element),
    hub,
    recognitionLanguage,
  );
  const hangUp = () => void conversation.end();
  signal?.addEventListener('abort', hangUp, { once: true });
  try {
    await conversation.connect();
    // The browser may ask the user, who may leave instead of answering.
    if (microphone) await conversation.setMicrophone(true);
    signal?.throwIfAborted();
  } catch (cause) {
    if (conversation.state !== 'ended') stopSession();
    if (signal?.aborted) throw new ConversationError('aborted', 'The start was aborted.', { cause });
    if (cause instanceof ConnectionError && cause.reason === ConnectionErrorReason.NotAllowed)
      throw new ConversationError(
        'refused',
        'The room refused the connection. The conversation may be over, or the time to join it may have passed.',
        { cause },
      );
    throw new ConversationError(
      'unreachable',
      'The room of the conversation could not be reached. A firewall or a browser extension may block the connection.',
      { cause },
    );
  } finally {
    signal?.removeEventListener('abort', hangUp);
  }
  return conversation;
}

function mediaElementsIn(element: HTMLElement): MediaElements {
  if (element instanceof HTMLVideoElement) {
    return { video: element, container: element.parentElement ?? document.body };
  }
  const video = document.createElement('video');
  video.autoplay = true;
  video.playsInline = true;
  video.muted = true;
  video.setAttribute('aria-label', 'The avatar');
  element.append(video);
  return { video, container: element };
}

/**
 * Browsers have `crypto.randomUUID` only on https and localhost; this page and the LiveKit client need it on the plain
 * http of a home network, too.
 */
function provideRandomUuid(): void {
  if ('randomUUID' in crypto) return;
  Object.defineProperty(crypto, 'randomUUID', { value: randomUuid });
}

/** Returns a UUID of version 4 (RFC 9562). */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
