import type { Conversation } from '../conversation.ts';
import { ConversationError } from '../conversation-error.ts';
import {
  CONVERSATION_EVENTS,
  type ConversationEventMap,
  type ConversationHandlers,
  type ConversationListener,
  type ConversationState,
} from '../conversation-events.ts';
import { fill } from '../language.ts';
import type { ConversationSource } from '../source/conversation-source.ts';
import { startConversation } from '../start-conversation.ts';
import { createCaption } from './caption.ts';
import { createConnectionNotice } from './connection-notice.ts';
import { giveConsent, hasConsented } from './consent.ts';
import { createDeviceMenu } from './device-menu.ts';
import { keepAtEnd } from './keep-at-end.ts';
import { applyLookOfEmbed } from './look.ts';
import { createMessageForm } from './message-form.ts';
import { createMicrophoneControl } from './microphone-control.ts';
import { createRatingForm } from './rating-form.ts';
import { readSource } from './read-source.ts';
import { showEnded } from './show-ended.ts';
import { styleSheet } from './styles.ts';
import { renderTemplate } from './template.ts';
import { chooseTexts } from './texts/choose-texts.ts';
import type { ServiceMessage, Texts } from './texts/en.ts';
import { createTranscriptView } from './transcript-view.ts';
import { createVeil } from './veil.ts';

type Phase = 'idle' | 'calling' | 'live' | 'over';

/** The parts of the rendered element. */
interface Parts {
  readonly devices: ReturnType<typeof createDeviceMenu>;
  readonly caption: ReturnType<typeof createCaption>;
  readonly connection: ReturnType<typeof createConnectionNotice>;
  readonly microphone: ReturnType<typeof createMicrophoneControl>;
  readonly message: ReturnType<typeof createMessageForm>;
  readonly rating: ReturnType<typeof createRatingForm>;
  readonly veil: ReturnType<typeof createVeil>;
}

/** This file is also imported by servers that render pages, where no elements exist. */
const ElementBase = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<visavis-avatar>`: an avatar with everything needed to talk with it. Attributes: `embed` and `service`, or `token`,
 * `agent`, `avatar` and `service`, say which conversation to start, unless the property `source` does; `name` and
 * `poster` (address of a picture) show the avatar beforehand, `heading` replaces the name there and on the button;
 * `mode="bubble"` and `side="left"` place it in a corner; `theme` is `light` or `dark`; `lang` selects its texts,
 * `speech-lang` the language for the browser's own speech recognition; `browser-speech` says that the visitor has
 * agreed to that recognition, and is set when they do; `remember` names the key of the browser's storage that keeps
 * this (an embed has its own); `developer` shows response times and whether the offline demo answers; content with
 * `slot="over"` appears beside the button that calls again. Events of the conversation are dispatched as
 * `visavis-state`, `visavis-transcript`, … with the SDK's event as `detail`; cancelling `visavis-again`
 * replaces calling again.
 */
export class VisavisAvatarElement extends ElementBase {
  static readonly observedAttributes = ['lang', 'name', 'poster', 'heading', 'embed', 'open'];

  /** Where its conversations come from; takes precedence over the attributes. */
  source: ConversationSource | undefined;
  readonly #root = this.attachShadow({ mode: 'open' });
  #texts: Texts = chooseTexts([]).texts;
  #phase: Phase = 'idle';
  #conversation: Conversation | undefined;
  #abort: AbortController | undefined;
  #transcript: ReturnType<typeof createTranscriptView> | undefined;
  #parts: Parts | undefined;
  #lastSentText = '';

  /** The current conversation. */
  get conversation(): Conversation | undefined {
    return this.#conversation;
  }

  connectedCallback(): void {
    if (!this.#root.firstChild) this.#render();
    void this.#loadLook();
  }

  /** Also called when the element is moved within the page: it is then connected again at once, and continues. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) void this.end();
    });
  }

  attributeChangedCallback(name: string, oldValue: string | null, newValue: string | null): void {
    if (oldValue === newValue || !this.#root.firstChild) return;
    if (name === 'lang' && this.#phase === 'idle') this.#render();
    if (name === 'embed') void this.#loadLook();
    if (name === 'open') this.#showOpen();
    this.#parts?.veil.show(this.#phase !== 'idle');
  }

  /** Starts a conversation; call it in a click handler. Shows an error by itself, and rejects with it. */
  async start(source = this.source ?? readSource(this)): Promise<void> {
    if (this.#phase === 'calling' || this.#phase === 'live') return;
    if (!this.#root.firstChild) this.#render();
    const abort = new AbortController();
    this.#abort = abort;
    this.#prepareCall();
    try {
      if (!source) throw new ConversationError('invalid_request', this.#texts.noSource);
      const conversation = await startConversation({
        ...source,
        element: this.#find<HTMLVideoElement>('video'),
        microphone: false,
        signal: abort.signal,
        recognitionLanguage: this.getAttribute('speech-lang') ?? 'en-US',
        on: this.#handlers(abort),
      });
      if (this.#abort !== abort) return await conversation.end();
      this.#conversation = conversation;
      this.#parts?.rating.offer(conversation);
      this.#setPhase('live');
      this.#showState(conversation.state);
      if (conversation.engine === 'builtin') this.#showChip('engine', this.#texts.offline);
      this.#parts?.message.setEnabled(true);
      if (hasConsented(this)) conversation.allowBrowserRecognition();
      await this.#parts?.devices.reuse(conversation);
      await conversation.setMicrophone(!this.#parts?.microphone.isMuted);
      if (this.#mayFocus()) this.#parts?.message.focus();
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#abort = undefined;
      this.#setPhase('idle');
      this.#notice(this.explain(error as Error));
      // The clicked button was hidden meanwhile, and lost the focus.
      if (this.#root.activeElement === null && this.#mayFocus()) this.#find('start').focus();
      throw error;
    }
  }

  /** Returns an error or warning in the language of the element, or as the service words it if there is no translation. */
  explain({ code, message }: { code?: string | undefined; message: string }): string {
    return this.#texts.serviceMessages?.[code as ServiceMessage] ?? message;
  }

  /** Hangs up. */
  async end(): Promise<void> {
    const conversation = this.#conversation;
    const abort = this.#abort;
    // There may be no conversation yet that could report it.
    if (this.#phase === 'calling') this.#emit(abort, 'ended', { reason: 'hung_up', detail: undefined });
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
    this.#root.adoptedStyleSheets = [styleSheet()];
    this.#root.innerHTML = renderTemplate(texts);
    this.#find('panel').lang = language;
    this.#parts = {
      devices: createDeviceMenu(
        this.#root,
        texts,
        () => this.#conversation,
        () => this.#notice(texts.deviceFailed),
      ),
      caption: createCaption(this.#find('caption')),
      connection: createConnectionNotice(texts.reconnecting, (text) => this.#notice(text, 'info')),
      microphone: createMicrophoneControl(this.#root, texts),
      message: createMessageForm(
        this.#root,
        texts,
        language,
        (text) => {
          this.#lastSentText = text;
          return this.#conversation?.sendText(text);
        },
        (message) => this.#notice(message),
      ),
      rating: createRatingForm(this.#root, texts, (message) => this.#notice(message)),
      veil: createVeil(this, this.#root, texts),
    };
    keepAtEnd(this.#find('transcript'));
    this.#bindControls();
    this.#setPhase('idle');
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
    on('use-browser', () => {
      giveConsent(this);
      this.#conversation?.allowBrowserRecognition();
      this.#parts?.message.focus();
    });
    on('captions', () => {
      const isOn = this.#parts?.caption.toggle() ?? false;
      this.#find('captions').setAttribute('aria-pressed', String(isOn));
    });
    on('settings', () => this.#parts?.devices.toggle());
    // If the browser still blocks audio, the button stays.
    on('unblock', () => this.#conversation?.playSound().catch(() => undefined));
    on('interrupt', () => {
      this.#conversation?.interrupt().catch(() => this.#notice(this.#texts.notInterrupted));
      // The button is about to be hidden and lose the focus.
      this.#parts?.message.focus();
    });
    on('hang-up', () => this.end());
    on('download', () => {
      this.#transcript?.download({ character: this.#parts!.veil.nameOf(), user: this.#texts.you });
    });
    on('again', () => this.#callAgain());
    this.#find('panel').onkeydown = (event) => {
      if (event.key !== 'Escape') return;
      if (this.#parts?.devices.isOpen) void this.#parts.devices.toggle();
      else if (this.getAttribute('mode') === 'bubble') this.#close();
    };
  }

  #prepareCall(): void {
    const texts = this.#texts;
    this.#find('chat').prepend(this.#find('transcript'));
    this.#transcript = createTranscriptView(this.#find('transcript'), this.#find('heard'), texts.interrupted);
    this.#notice('');
    this.#parts?.veil.cover(true);
    this.#find('panel').toggleAttribute('data-voice-only', false);
    this.#find('unblock').hidden = true;
    this.#parts?.caption.clear();
    this.#parts?.devices.close();
    for (const id of ['state', 'latency', 'engine']) this.#find(id).hidden = true;
    this.#parts?.message.setEnabled(false);
    this.#parts?.rating.offer(undefined);
    this.#parts?.microphone.reset();
    this.#setPhase('calling');
  }

  #handlers(call: AbortController): ConversationHandlers {
    return Object.fromEntries(
      CONVERSATION_EVENTS.map((name) => [name, (event: never) => this.#emit(call, name, event)]),
    ) as ConversationHandlers;
  }

  /** Handles an event of the conversation and dispatches it to the page, unless its call is over. */
  #emit<K extends keyof ConversationEventMap>(
    call: AbortController | undefined,
    name: K,
    event: ConversationEventMap[K],
  ): void {
    if (!call || this.#abort !== call) return;
    (this.#eventHandlers[name] as ConversationListener<K> | undefined)?.(event);
    this.dispatchEvent(new CustomEvent(`visavis-${name}`, { detail: event, bubbles: true, composed: true }));
  }

  readonly #eventHandlers: ConversationHandlers = {
    state: ({ state }) => this.#showState(state),
    connection: ({ connection }) => {
      this.#parts?.message.setEnabled(connection !== 'lost');
      this.#parts?.connection.show(connection);
    },
    picture: () => this.#parts?.veil.cover(false),
    voiceOnly: () => {
      this.#parts?.veil.cover(false);
      this.#find('panel').toggleAttribute('data-voice-only', true);
    },
    avatarLevel: ({ level }) => this.#find('stage').style.setProperty('--level', level.toFixed(2)),
    transcript: (line) => {
      this.#transcript?.put(line);
      if (line.author === 'character') this.#parts?.caption.put(line.text);
      else if (line.text !== this.#lastSentText) this.#parts?.microphone.recognitionStatus.onRecognised();
    },
    latency: ({ latencyMs }) =>
      this.#showChip('latency', fill(this.#texts.latency, { ms: Math.round(latencyMs) })),
    warning: (warning) => {
      if (warning.code === 'no_picture') this.#parts?.veil.callAgain();
      else this.#notice(this.explain(warning), 'info');
    },
    endingSoon: ({ secondsLeft }) =>
      this.#notice(fill(this.#texts.endingSoon, { seconds: Math.round(secondsLeft) }), 'info'),
    soundBlocked: ({ blocked }) => {
      this.#find('unblock').hidden = !blocked;
    },
    microphone: ({ status, hearing }) => {
      this.#parts?.microphone.show(status, hearing, this.#conversation);
      if (this.#conversation) this.#showStateName(this.#conversation.state);
    },
    level: ({ level }) =>
      this.#parts?.microphone.recognitionStatus.onLevel(level, this.#conversation?.state === 'listening'),
    microphoneLost: ({ replacedBy }) => {
      if (replacedBy) this.#notice(fill(this.#texts.microphoneReplaced, { name: replacedBy }), 'info');
      else void this.#parts?.devices.open();
    },
    devices: () => {
      if (this.#parts?.devices.isOpen) void this.#parts.devices.open();
    },
    ended: (ended) => this.#onEnded(ended),
  };

  #showState(state: ConversationState): void {
    this.#showStateName(state);
    this.#find('state').dataset.state = state;
    this.#parts?.caption.setSpeaking(state === 'speaking');
    const canInterrupt = state === 'speaking' && this.#conversation?.canInterrupt === true;
    this.#find<HTMLButtonElement>('interrupt').disabled = !canInterrupt;
  }

  #showStateName(state: ConversationState): void {
    if (state === 'connecting' || state === 'ended') return;
    // While nothing can hear the user, the element does not show that it listens.
    const isUnheard = state === 'listening' && !this.#parts?.microphone.isHeard;
    this.#showChip('state', this.#texts.states[isUnheard ? 'ready' : state]);
  }

  async #toggleMuted(): Promise<void> {
    const { microphone } = this.#parts!;
    microphone.setMuted(!microphone.isMuted);
    // Before the conversation there is nothing to mute; the choice takes effect when it starts.
    await this.#conversation?.setMicrophone(!microphone.isMuted);
  }

  #onEnded(ended: ConversationEventMap['ended']): void {
    this.#parts?.connection.clear();
    this.#parts?.caption.clear();
    this.#conversation = undefined;
    this.#abort = undefined;
    this.#notice('');
    this.#setPhase('over');
    showEnded(this.#root, this.#texts, ended);
    if (this.#mayFocus()) this.#find('again').focus();
  }

  /** Whether the focus is in the element or nowhere: a user who types elsewhere on the page must not lose it. */
  #mayFocus(): boolean {
    const isHere = this.#root.activeElement !== null;
    return isHere || document.activeElement === null || document.activeElement === document.body;
  }

  #callAgain(): void {
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

  async #loadLook(): Promise<void> {
    const source = this.source ?? readSource(this);
    if (source && 'embed' in source)
      await applyLookOfEmbed(this, source.embed).catch((error: Error) => this.#notice(this.explain(error)));
  }

  #setPhase(phase: Phase): void {
    this.#phase = phase;
    const panel = this.#find('panel');
    panel.dataset.phase = phase;
    this.#find('talk').hidden = phase === 'over';
    this.#find('over').hidden = phase !== 'over';
    if (phase === 'idle') this.#parts?.veil.cover(true);
    this.#parts?.veil.show(this.#phase !== 'idle');
  }

  #notice(message: string, kind: 'error' | 'info' = 'error'): void {
    const line = this.#find('notice');
    line.textContent = message;
    line.dataset.kind = kind;
    line.hidden = message === '';
  }

  #showChip(id: 'state' | 'latency' | 'engine', text: string): void {
    this.#find(id).textContent = text;
    this.#find(id).hidden = text === '';
  }

  #find<T extends HTMLElement = HTMLElement>(id: string): T {
    return this.#root.getElementById(id) as T;
  }
}
