import type { Conversation } from '../conversation.ts';
import { ConversationError } from '../conversation-error.ts';
import type {
  ConversationEventMap,
  ConversationHandlers,
  ConversationListener,
  ConversationState,
  MicrophoneStatus,
} from '../conversation-events.ts';
import type { ConversationSource } from '../source/conversation-source.ts';
import { startConversation } from '../start-conversation.ts';
import { Caption } from './caption.ts';
import { DeviceMenu } from './device-menu.ts';
import { ICONS } from './icons.ts';
import { applyLook, readLook } from './look.ts';
import { readSource } from './read-source.ts';
import { STYLES } from './styles.ts';
import { renderTemplate } from './template.ts';
import { chooseTexts, fill } from './texts/choose-texts.ts';
import type { Texts } from './texts/en.ts';
import { TranscriptView } from './transcript-view.ts';

type Phase = 'idle' | 'calling' | 'live' | 'over';

/** Shorter droughts pass unnoticed. */
const UNSTEADY_MS = 2000;

const TOLD: (keyof ConversationEventMap)[] = [
  'state',
  'connection',
  'picture',
  'transcript',
  'latency',
  'warning',
  'endingSoon',
  'soundBlocked',
  'microphone',
  'microphoneLost',
  'devices',
  'ended',
];

/**
 * `<visavis-avatar>`: an avatar with everything to talk with it. Attributes: `embed` and `service`, or `token`, `agent`,
 * `avatar` and `service`, say where the conversation comes from, or the property `source`; `name` and `poster` (address of
 * a picture) show somebody before it begins; `mode="bubble"` and `side="left"` put it into a corner; `theme` is `light` or
 * `dark`; `lang` chooses its texts, `speech-lang` what the browser's own speech recognition hears. What the conversation
 * tells comes as `visavis-state`, `visavis-transcript`, … with the event of the SDK as `detail`; `visavis-again` may be
 * prevented by who wants to do another thing than to call again.
 */
export class VisavisAvatarElement extends HTMLElement {
  static readonly observedAttributes = ['lang', 'name', 'poster', 'embed', 'open'];

  /** Where its conversations come from, in place of the attributes. */
  source: ConversationSource | undefined;
  readonly #root = this.attachShadow({ mode: 'open' });
  #texts: Texts = chooseTexts([]).texts;
  #phase: Phase = 'idle';
  #conversation: Conversation | undefined;
  #abort: AbortController | undefined;
  #transcript: TranscriptView | undefined;
  #devices: DeviceMenu | undefined;
  #caption: Caption | undefined;
  #isMuted = false;
  /** Whether what is said can be heard: there is a microphone, and something that understands it. */
  #canSpeak = false;
  #unsteady: ReturnType<typeof setTimeout> | undefined;

  /** The conversation under way. */
  get conversation(): Conversation | undefined {
    return this.#conversation;
  }

  connectedCallback(): void {
    if (!this.#root.firstChild) this.#render();
    void this.#readLook();
  }

  /** Also called when the element is moved within the page; then it is connected again at once and goes on. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) void this.end();
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.#root.firstChild) return;
    if (name === 'lang' && this.#phase === 'idle') this.#render();
    if (name === 'embed') void this.#readLook();
    if (name === 'open') this.#showOpen();
    this.#showIdentity();
  }

  /** Starts a conversation; call it in the handler of a click. It shows by itself what goes wrong, and rejects with it. */
  async start(source = this.source ?? readSource(this)): Promise<void> {
    if (this.#phase === 'calling' || this.#phase === 'live') return;
    if (!this.#root.firstChild) this.#render();
    const abort = new AbortController();
    this.#abort = abort;
    this.#prepareCall();
    try {
      if (!source) throw new ConversationError('invalid_request', this.#texts.nobodyNamed);
      const conversation = await startConversation({
        ...source,
        element: this.#video,
        microphone: false,
        signal: abort.signal,
        recognitionLanguage: this.getAttribute('speech-lang') ?? 'en-US',
        on: this.#handlers(abort),
      });
      if (this.#abort !== abort) return;
      this.#conversation = conversation;
      this.#setPhase('live');
      this.#showEngine(conversation);
      this.#letType(true);
      await conversation.setMicrophone(!this.#isMuted);
      // On a phone the focus would open the keyboard over the face.
      if (matchMedia('(hover: hover)').matches) this.#find<HTMLInputElement>('text').focus();
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#abort = undefined;
      this.#setPhase('idle');
      this.#notice((error as Error).message);
      // The button that was clicked was hidden meanwhile, which lost the focus.
      if (this.#root.activeElement === null) this.#find('start').focus();
      throw error;
    }
  }

  /** Hangs up. */
  async end(): Promise<void> {
    const conversation = this.#conversation;
    const abort = this.#abort;
    // There may be no conversation yet that could tell.
    if (this.#phase === 'calling') this.#tell(abort, 'ended', { reason: 'hung_up', detail: undefined });
    abort?.abort();
    await conversation?.end();
  }

  #render(): void {
    const { language, texts } = chooseTexts([
      this.lang,
      this.closest<HTMLElement>('[lang]')?.lang,
      navigator.language,
    ]);
    this.#texts = texts;
    this.#root.adoptedStyleSheets = [sheet()];
    this.#root.innerHTML = renderTemplate(texts);
    this.#find('panel').lang = language;
    this.#devices = new DeviceMenu(this.#root, {
      conversation: () => this.#conversation,
      systemDefault: texts.systemDefault,
      choose: texts.chooseDevice,
      onFailure: () => this.#notice(texts.deviceFailed),
    });
    this.#caption = new Caption(this.#find('caption'));
    this.#bindControls();
    this.#setPhase('idle');
    this.#showIdentity();
    this.#showOpen();
  }

  #bindControls(): void {
    const on = (id: string, action: () => unknown) => {
      this.#find(id).onclick = () => void action();
    };
    on('launcher', () => this.setAttribute('open', ''));
    on('close', () => this.#close());
    on('start', () => this.start().catch(() => undefined));
    on('mute', () => this.#toggleMuted());
    on('captions', () => this.#toggleCaptions());
    on('settings', () => this.#toggleDevices());
    // Where the browser holds it back even so, the button stays.
    on('unblock', () => this.#conversation?.playSound().catch(() => undefined));
    on('interrupt', () =>
      this.#conversation?.interrupt().catch(() => this.#notice(this.#texts.notInterrupted)),
    );
    on('hang-up', () => this.end());
    on('again', () => this.#again());
    this.#find<HTMLFormElement>('say').onsubmit = (event) => {
      event.preventDefault();
      const field = this.#find<HTMLInputElement>('text');
      const text = field.value.trim();
      if (!text || !this.#conversation) return;
      field.value = '';
      this.#conversation.sendText(text).catch(() => {
        this.#notice(this.#texts.notSent);
        // Nobody has to type it once more.
        if (field.value === '') field.value = text;
      });
    };
    this.#find('panel').onkeydown = (event) => {
      if (event.key !== 'Escape') return;
      if (!this.#find('devices').hidden) void this.#toggleDevices();
      else if (this.getAttribute('mode') === 'bubble') this.#close();
    };
  }

  #prepareCall(): void {
    const texts = this.#texts;
    this.#find('chat').prepend(this.#find('transcript'));
    this.#transcript = new TranscriptView(this.#find('transcript'), this.#find('heard'), texts.interrupted);
    this.#notice('');
    this.#find('hint').textContent = '';
    this.#find('veil').hidden = false;
    this.#find('unblock').hidden = true;
    this.#caption?.clear();
    this.#find('devices').hidden = true;
    for (const id of ['state', 'latency', 'engine']) this.#find(id).hidden = true;
    // Nobody knows yet.
    this.#canSpeak = false;
    this.#isMuted = false;
    this.#letType(false);
    this.#showMuted();
    this.#setPhase('calling');
  }

  #handlers(call: AbortController): ConversationHandlers {
    return Object.fromEntries(
      TOLD.map((name) => [name, (event: never) => this.#tell(call, name, event)]),
    ) as ConversationHandlers;
  }

  /** A call that is over has nothing more to say here. */
  #tell<K extends keyof ConversationEventMap>(
    call: AbortController | undefined,
    name: K,
    event: ConversationEventMap[K],
  ): void {
    if (!call || this.#abort !== call) return;
    (this.#shows[name] as ConversationListener<K> | undefined)?.(event);
    this.dispatchEvent(new CustomEvent(`visavis-${name}`, { detail: event, bubbles: true, composed: true }));
  }

  readonly #shows: ConversationHandlers = {
    state: ({ state }) => this.#showState(state),
    connection: ({ connection }) => this.#showConnection(connection),
    picture: () => {
      this.#find('veil').hidden = true;
    },
    transcript: (line) => {
      this.#transcript?.put(line);
      if (line.author === 'character') this.#caption?.put(line.text);
    },
    latency: ({ latencyMs }) =>
      this.#chip('latency', fill(this.#texts.latency, { ms: Math.round(latencyMs) })),
    warning: ({ message }) => this.#notice(message, 'info'),
    endingSoon: ({ secondsLeft }) =>
      this.#notice(fill(this.#texts.endingSoon, { seconds: Math.round(secondsLeft) }), 'info'),
    soundBlocked: ({ blocked }) => {
      this.#find('unblock').hidden = !blocked;
    },
    microphone: ({ status }) => this.#showMicrophone(status),
    microphoneLost: ({ replacedBy }) => {
      if (replacedBy) this.#notice(fill(this.#texts.microphoneReplaced, { name: replacedBy }), 'info');
      else void this.#openDevices();
    },
    devices: () => {
      if (!this.#find('devices').hidden) void this.#openDevices();
    },
    ended: ({ reason }) => this.#showOver(reason),
  };

  #showState(state: ConversationState): void {
    if (state !== 'connecting' && state !== 'ended') this.#chip('state', this.#texts.states[state]);
    this.#find('state').dataset.state = state;
    this.#caption?.setSpoken(state === 'speaking');
    this.#find<HTMLButtonElement>('interrupt').disabled = state !== 'speaking';
  }

  #showConnection(connection: ConversationEventMap['connection']['connection']): void {
    this.#letType(connection !== 'lost');
    clearTimeout(this.#unsteady);
    const tell = () => this.#notice(this.#texts.reconnecting, 'info');
    if (connection === 'connected') this.#notice('');
    else if (connection === 'lost') tell();
    else this.#unsteady = setTimeout(tell, UNSTEADY_MS);
  }

  #showMicrophone(status: MicrophoneStatus): void {
    const words: Partial<Record<MicrophoneStatus, string>> = this.#texts.microphones;
    // Whether it would help to allow it, nobody knows: the browser's recogniser was never tried.
    const isUncertain = status === 'refused' && !this.#conversation?.serviceHears;
    const hint = isUncertain ? this.#texts.refusedTypeOnly : (words[status] ?? '');
    // The same words again would be read out again.
    if (this.#find('hint').textContent !== hint) this.#find('hint').textContent = hint;
    this.#canSpeak = words[status] === undefined;
    // Without a microphone there is nothing to mute.
    this.#find<HTMLButtonElement>('mute').disabled = status === 'insecure' || status === 'framed';
    if (['muted', 'refused', 'missing', 'lost'].includes(status)) this.#isMuted = true;
    if (status === 'on') this.#isMuted = false;
    this.#showMuted();
  }

  async #toggleMuted(): Promise<void> {
    this.#isMuted = !this.#isMuted;
    this.#showMuted();
    // Before that there is nothing to mute yet; the wish is heeded then.
    await this.#conversation?.setMicrophone(!this.#isMuted);
  }

  #showMuted(): void {
    const { mute, unmute, typeOrUnmute, typeOrSpeak, typeOnly } = this.#texts;
    const button = this.#find('mute');
    const label = this.#isMuted ? unmute : mute;
    button.setAttribute('aria-pressed', String(this.#isMuted));
    button.title = label;
    button.innerHTML = this.#isMuted ? ICONS.microphoneOff : ICONS.microphone;
    const words = document.createElement('span');
    words.textContent = label;
    button.append(words);
    const speaking = this.#isMuted ? typeOrUnmute : typeOrSpeak;
    this.#find<HTMLInputElement>('text').placeholder = this.#canSpeak ? speaking : typeOnly;
  }

  #toggleCaptions(): void {
    const isOn = this.#caption?.toggle() ?? false;
    this.#find('captions').setAttribute('aria-pressed', String(isOn));
  }

  async #toggleDevices(): Promise<void> {
    const menu = this.#find('devices');
    if (menu.hidden) {
      await this.#openDevices();
      this.#find('microphones').focus();
      return;
    }
    menu.hidden = true;
    this.#find('settings').setAttribute('aria-expanded', 'false');
    this.#find('settings').focus();
  }

  /** Leaves the focus where it is: somebody may be typing. */
  async #openDevices(): Promise<void> {
    if (this.#conversation) await this.#devices?.show(this.#conversation);
    this.#find('devices').hidden = false;
    this.#find('settings').setAttribute('aria-expanded', 'true');
  }

  #showEngine(conversation: Conversation): void {
    if (conversation.engine === 'builtin') this.#chip('engine', this.#texts.offline);
  }

  #showOver(reason: keyof Texts['endings']): void {
    clearTimeout(this.#unsteady);
    this.#caption?.clear();
    this.#conversation = undefined;
    this.#abort = undefined;
    this.#notice('');
    this.#find('over-reason').textContent = this.#texts.endings[reason] ?? reason.replaceAll('_', ' ');
    const transcript = this.#find('transcript');
    this.#find('over-transcript').append(transcript);
    this.#find('over-transcript').hidden = !transcript.firstChild;
    this.#setPhase('over');
    // A list that is moved is at its beginning again.
    transcript.scrollTop = transcript.scrollHeight;
    this.#find('again').focus();
  }

  #again(): void {
    const event = new CustomEvent('visavis-again', { bubbles: true, composed: true, cancelable: true });
    if (this.dispatchEvent(event)) void this.start().catch(() => undefined);
    else this.#setPhase('idle');
  }

  #close(): void {
    void this.end();
    if (this.#phase === 'over') this.#setPhase('idle');
    this.removeAttribute('open');
    this.#find('launcher').focus();
  }

  #showOpen(): void {
    const isOpen = this.hasAttribute('open');
    this.#find('launcher').setAttribute('aria-expanded', String(isOpen));
    if (this.getAttribute('mode') !== 'bubble') return;
    const panel = this.#find('panel');
    panel.setAttribute('role', 'dialog');
    panel.setAttribute('aria-labelledby', 'head-name');
    if (isOpen && this.#phase === 'idle') this.#find('start').focus();
  }

  #showIdentity(): void {
    const name = this.getAttribute('name') ?? '';
    const poster = this.getAttribute('poster');
    const title = name ? fill(this.#texts.talk, { name }) : this.#texts.start;
    this.#find('launcher-text').textContent = title;
    this.#find('head-name').textContent = name || this.#texts.avatar;
    if (poster) this.style.setProperty('--poster', `url(${JSON.stringify(poster)})`);
    this.#showVeil();
  }

  #showVeil(): void {
    const name = this.getAttribute('name') ?? this.#texts.avatar;
    this.#find('veil-text').textContent =
      this.#phase === 'idle' ? (this.getAttribute('name') ?? '') : fill(this.#texts.calling, { name });
  }

  async #readLook(): Promise<void> {
    const source = this.source ?? readSource(this);
    if (!source || !('embed' in source)) return;
    if (this.hasAttribute('name') && this.hasAttribute('poster')) return;
    try {
      applyLook(this, await readLook(source.embed));
    } catch (error) {
      this.#notice((error as Error).message);
    }
  }

  #setPhase(phase: Phase): void {
    this.#phase = phase;
    const panel = this.#find('panel');
    panel.dataset.phase = phase;
    this.#find('talk').hidden = phase === 'over';
    this.#find('over').hidden = phase !== 'over';
    if (phase === 'idle') this.#find('veil').hidden = false;
    this.#showVeil();
  }

  #letType(can: boolean): void {
    for (const field of this.#find<HTMLFormElement>('say').elements)
      (field as HTMLInputElement | HTMLButtonElement).disabled = !can;
  }

  #notice(message: string, kind: 'error' | 'info' = 'error'): void {
    const line = this.#find('notice');
    line.textContent = message;
    line.dataset.kind = kind;
    line.hidden = message === '';
  }

  #chip(id: 'state' | 'latency' | 'engine', text: string): void {
    this.#find(id).textContent = text;
    this.#find(id).hidden = text === '';
  }

  get #video(): HTMLVideoElement {
    return this.#find<HTMLVideoElement>('video');
  }

  #find<T extends HTMLElement = HTMLElement>(id: string): T {
    return this.#root.getElementById(id) as T;
  }
}

let shared: CSSStyleSheet | undefined;

/** Made by script, so that a strict Content-Security-Policy of the page has nothing to refuse. */
function sheet(): CSSStyleSheet {
  if (!shared) {
    shared = new CSSStyleSheet();
    shared.replaceSync(STYLES);
  }
  return shared;
}
