import type { Avatar } from '@visavis/client';
import type { Api } from './api.ts';
import { Conversation, type Line } from './conversation.ts';
import { chip, element } from './page.ts';
import { createSpeechRecogniser, type SpeechRecogniser } from './speech-recogniser.ts';
import { TranscriptView } from './transcript-view.ts';

const REASONS: Record<string, string> = {
  hung_up: 'You hung up.',
  stopped: 'The conversation was stopped.',
  consumer_left: 'You left the conversation.',
  max_duration: 'The time of this conversation is up.',
  idle: 'It was quiet for a long time.',
  provider_error: 'The provider of the agent failed.',
  avatar_error: 'The avatar failed.',
  shutdown: 'The service is shutting down.',
  quota: 'The quota of the organization is used up.',
  CLIENT_INITIATED: 'You hung up.',
  crashed: 'Something broke in the service.',
  host_unreachable: 'The avatar lost its connection to the room.',
  never_joined: 'Nobody joined in time.',
  ROOM_DELETED: 'The conversation is over.',
  DUPLICATE_IDENTITY: 'The conversation was opened in another window.',
};

const STATES: Record<string, string> = { initializing: 'getting ready' };

const NO_MICROPHONE =
  'Browsers give no microphone to a page on plain http: type here, or open the page over https or on localhost to speak.';

interface CallHandlers {
  notice(message: string, kind?: 'error' | 'info'): void;
  onOver(reason: string): void;
}

/** One call: the room on one side, the controls of the page on the other. */
export class Call {
  readonly #api: Api;
  readonly #avatar: Avatar;
  readonly #handlers: CallHandlers;
  readonly #conversation: Conversation;
  readonly #transcript = new TranscriptView(element('transcript'), element('heard'));
  readonly #recogniser: SpeechRecogniser | undefined;
  #sessionId: string | undefined;
  #state = 'initializing';
  #connected = true;
  #listens = false;

  constructor(api: Api, avatar: Avatar, handlers: CallHandlers) {
    this.#api = api;
    this.#avatar = avatar;
    this.#handlers = handlers;
    this.#recogniser = createSpeechRecogniser({
      onInterim: (text) => this.#hint(text && `Hearing: ${text}`),
      onFinal: (text) => this.#heard(text),
      onUnavailable: () => this.#hint('Speech recognition is not available here: please type.'),
    });
    const veil = element('veil');
    veil.hidden = false;
    veil.textContent = `Calling ${avatar.name}…`;
    this.#letType(false);
    this.#conversation = new Conversation(element<HTMLVideoElement>('video'), {
      onVideo: () => {
        veil.hidden = true;
      },
      onState: (state) => this.#showState(state),
      onLine: (line) => this.#transcript.put(line),
      onInterrupted: () => this.#transcript.markInterrupted(),
      onLatency: (latencyMs) => chip('latency', `${Math.round(latencyMs)} ms to answer`),
      onNotice: (message) => handlers.notice(message, 'info'),
      onConnection: (connected) => this.#showConnection(connected),
      onSoundBlocked: (blocked) => this.#offerSound(blocked),
      onEnded: (reason) => void this.#over(reason),
    });
    this.#bindControls();
  }

  async start(knowledgeBaseId: string | undefined): Promise<void> {
    const { session, consumerAccessToken } = await this.#api.startSession(this.#avatar, knowledgeBaseId);
    this.#sessionId = session.id;
    await this.#conversation.connect(session.host.serverUrl, consumerAccessToken!);
    this.#letType(true);
    // The offline engine does not listen by itself: the browser's recogniser hears for it.
    this.#listens = session.engine === 'builtin';
    if (this.#listens) chip('engine', 'offline demo voice');
    await this.#setMuted(false);
    // On a phone the focus would open the keyboard over the face.
    if (matchMedia('(hover: hover)').matches) element<HTMLInputElement>('text').focus();
  }

  /** Leaves without a word: starting has failed. */
  abandon(): void {
    this.#recogniser?.stop();
    void this.#conversation.leave();
    if (this.#sessionId) void this.#api.stopSession(this.#sessionId).catch(() => undefined);
  }

  #bindControls(): void {
    element('mute').onclick = () =>
      void this.#setMuted(element('mute').getAttribute('aria-pressed') !== 'true');
    element('interrupt').onclick = () => {
      this.#conversation
        .interrupt()
        .catch(() => this.#handlers.notice('The avatar did not hear the interruption.'));
    };
    element('hang-up').onclick = () => void this.#hangUp();
    element<HTMLFormElement>('say').onsubmit = (event) => {
      event.preventDefault();
      const field = element<HTMLInputElement>('text');
      const text = field.value.trim();
      if (!text) return;
      field.value = '';
      this.#sendText(text);
    };
  }

  #sendText(text: string): void {
    const line: Line = { id: crypto.randomUUID(), author: 'user', text, final: true };
    this.#transcript.put(line);
    this.#conversation.say(text).catch(() => this.#handlers.notice('The message could not be sent.'));
  }

  #heard(text: string): void {
    this.#hint('');
    // While the avatar speaks the recogniser may be hearing the avatar: only what breaks in (the service then
    // turns the state to listening) or what is said in silence counts.
    if (text && this.#state !== 'speaking') this.#sendText(text);
  }

  async #hangUp(): Promise<void> {
    await this.#conversation.leave();
    if (this.#sessionId) await this.#api.stopSession(this.#sessionId).catch(() => undefined);
  }

  async #setMuted(muted: boolean): Promise<void> {
    const button = element<HTMLButtonElement>('mute');
    button.disabled = !navigator.mediaDevices;
    if (!navigator.mediaDevices) {
      this.#hint(NO_MICROPHONE);
      element<HTMLInputElement>('text').placeholder = 'Type your message';
      return;
    }
    try {
      await this.#conversation.setMicrophone(!muted);
      button.setAttribute('aria-pressed', String(muted));
      button.textContent = muted ? 'Unmute' : 'Mute';
      if (muted || !this.#listens) this.#recogniser?.stop();
      else this.#recogniser?.start();
      this.#hint(
        this.#listens && !this.#recogniser ? 'This browser has no speech recogniser: please type.' : '',
      );
    } catch (error) {
      button.setAttribute('aria-pressed', 'true');
      button.textContent = 'Unmute';
      const denied = error instanceof DOMException && error.name === 'NotAllowedError';
      this.#hint(
        denied
          ? 'The microphone is not allowed for this page; you can type, or allow it in the address bar.'
          : 'No microphone was found; you can type.',
      );
    }
  }

  #showConnection(connected: boolean): void {
    this.#connected = connected;
    this.#letType(connected);
    this.#handlers.notice(connected ? '' : 'The connection dropped. Reconnecting…', 'info');
    this.#showState(this.#state);
  }

  #showState(state: string): void {
    if (state === 'speaking' && this.#state !== 'speaking') this.#transcript.beginUtterance();
    this.#state = state;
    chip('state', this.#connected ? (STATES[state] ?? state) : 'reconnecting');
    element('state').dataset.state = this.#connected ? state : 'reconnecting';
    element<HTMLButtonElement>('interrupt').disabled = state !== 'speaking' || !this.#connected;
  }

  #offerSound(blocked: boolean): void {
    const veil = element('veil');
    if (!blocked) return;
    veil.hidden = false;
    veil.textContent = 'Your browser holds the sound back: click to hear.';
    veil.onclick = () => {
      veil.onclick = null;
      veil.hidden = true;
      void this.#conversation.unblockSound();
    };
  }

  async #over(told: string): Promise<void> {
    this.#recogniser?.stop();
    const reason = (told === 'ROOM_DELETED' && (await this.#recordedReason())) || told;
    this.#handlers.onOver(
      REASONS[reason] ?? `The connection ended (${reason.toLowerCase().replaceAll('_', ' ')}).`,
    );
  }

  /** An avatar that broke, or had not arrived yet, could not tell why it is over. */
  async #recordedReason(): Promise<string | undefined> {
    if (!this.#sessionId) return undefined;
    return this.#api.endReason(this.#sessionId).catch(() => undefined);
  }

  #letType(can: boolean): void {
    for (const field of element<HTMLFormElement>('say').elements)
      (field as HTMLInputElement | HTMLButtonElement).disabled = !can;
  }

  #hint(text: string): void {
    element('hint').textContent = text;
  }
}
