import type { Avatar } from '@visavis/client';
import type { Api } from './api.ts';
import { type Connection, Conversation, type Line } from './conversation.ts';
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
  unknown: 'The connection was lost, and the service did not answer again.',
};

const STATES: Record<string, string> = { initializing: 'getting ready' };

const NO_MICROPHONE =
  'Browsers give no microphone to a page on plain http: type here, or open the page over https or on localhost to speak.';

/** Shorter droughts pass unnoticed. */
const UNSTEADY_MS = 2000;

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
  #connection: Connection = 'connected';
  #unsteady: ReturnType<typeof setTimeout> | undefined;
  #listens = false;
  #muted = false;
  /** Whether what is said can be heard: there is a microphone, and something that understands it. */
  #canSpeak = true;
  #isReady = false;
  #over = false;

  constructor(api: Api, avatar: Avatar, handlers: CallHandlers) {
    this.#api = api;
    this.#avatar = avatar;
    this.#handlers = handlers;
    this.#recogniser = createSpeechRecogniser({
      onInterim: (text) => this.#hint(text && `Hearing: ${text}`),
      onFinal: (text) => this.#heard(text),
      onUnavailable: () => this.#cannotSpeak('Speech recognition is not available here: please type.'),
    });
    const veil = element('veil');
    veil.hidden = false;
    veil.textContent = `Calling ${avatar.name}…`;
    veil.style.setProperty('--face', `url(${JSON.stringify(avatar.thumbnailUrl)})`);
    element('unblock').hidden = true;
    this.#hint('');
    this.#letType(false);
    this.#showMuted();
    this.#conversation = new Conversation(element<HTMLVideoElement>('video'), {
      onVideo: () => {
        veil.hidden = true;
      },
      onState: (state) => this.#showState(state),
      onLine: (line) => this.#transcript.put(line),
      onInterrupted: () => this.#transcript.markInterrupted(),
      onLatency: (latencyMs) => chip('latency', `${Math.round(latencyMs)} ms to answer`),
      onNotice: (message) => handlers.notice(message, 'info'),
      onConnection: (connection) => this.#showConnection(connection),
      onSoundBlocked: (blocked) => {
        element('unblock').hidden = !blocked;
      },
      onEnded: (reason) => void this.#end(reason),
    });
    this.#bindControls();
  }

  async start(knowledgeBaseId: string | undefined): Promise<void> {
    const { session, consumerAccessToken } = await this.#api.startSession(this.#avatar, knowledgeBaseId);
    this.#sessionId = session.id;
    if (this.#over) return this.#api.stopSession(session.id);
    await this.#conversation.connect(session.host.serverUrl, consumerAccessToken!);
    this.#letType(true);
    // The offline engine does not listen by itself: the browser's recogniser hears for it.
    this.#listens = session.engine === 'builtin';
    if (this.#listens) chip('engine', 'offline demo voice');
    await this.#setMuted(this.#muted);
    // On a phone the focus would open the keyboard over the face.
    if (matchMedia('(hover: hover)').matches) element<HTMLInputElement>('text').focus();
  }

  get isOver(): boolean {
    return this.#over;
  }

  /** Leaves without a word: starting has failed. */
  abandon(): void {
    this.#over = true;
    this.#recogniser?.stop();
    void this.#conversation.leave();
    if (this.#sessionId) void this.#api.stopSession(this.#sessionId).catch(() => undefined);
  }

  #bindControls(): void {
    element('mute').onclick = () => {
      this.#muted = !this.#muted;
      this.#showMuted();
      // Before that there is nothing to mute yet; the wish is heeded then.
      if (this.#isReady) void this.#setMuted(this.#muted);
    };
    element('unblock').onclick = () => void this.#conversation.unblockSound();
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
    this.#isReady = true;
    const button = element<HTMLButtonElement>('mute');
    button.disabled = !navigator.mediaDevices;
    if (!navigator.mediaDevices) return this.#cannotSpeak(NO_MICROPHONE);
    try {
      await this.#conversation.setMicrophone(!muted);
    } catch (error) {
      this.#muted = true;
      this.#showMuted();
      const denied = error instanceof DOMException && error.name === 'NotAllowedError';
      return this.#cannotSpeak(
        denied
          ? 'The microphone is not allowed for this page; you can type, or allow it in the address bar.'
          : 'No microphone was found; you can type.',
      );
    }
    if (this.#listens && !this.#recogniser)
      return this.#cannotSpeak('This browser has no speech recogniser: please type.');
    if (muted) return this.#recogniser?.stop();
    this.#canSpeak = true;
    this.#showMuted();
    this.#hint('');
    if (this.#listens) this.#recogniser?.start();
  }

  #showMuted(): void {
    const button = element<HTMLButtonElement>('mute');
    button.setAttribute('aria-pressed', String(this.#muted));
    button.textContent = this.#muted ? 'Unmute' : 'Mute';
    const speaking = this.#muted ? 'Type, or unmute to speak' : 'Type, or just speak';
    element<HTMLInputElement>('text').placeholder = this.#canSpeak ? speaking : 'Type your message';
  }

  #cannotSpeak(why: string): void {
    this.#canSpeak = false;
    this.#showMuted();
    this.#hint(why);
  }

  #showConnection(connection: Connection): void {
    this.#connection = connection;
    this.#letType(connection !== 'lost');
    this.#showState(this.#state);
    clearTimeout(this.#unsteady);
    const tell = () => this.#handlers.notice('The connection dropped. Reconnecting…', 'info');
    if (connection === 'connected') this.#handlers.notice('');
    else if (connection === 'lost') tell();
    else this.#unsteady = setTimeout(tell, UNSTEADY_MS);
  }

  #showState(state: string): void {
    if (state === 'speaking' && this.#state !== 'speaking') this.#transcript.beginUtterance();
    this.#state = state;
    const connected = this.#connection === 'connected';
    chip('state', connected ? (STATES[state] ?? state) : 'reconnecting');
    element('state').dataset.state = connected ? state : 'reconnecting';
    element<HTMLButtonElement>('interrupt').disabled = state !== 'speaking' || !connected;
  }

  async #end(told: string): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#unsteady);
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
