import {
  type Conversation,
  type ConversationEventMap,
  type ConversationHandlers,
  type ConversationState,
  type Hearing,
  type MicrophoneStatus,
  type StartOptions,
  startConversation,
  type TranscriptLine,
} from '@visavis/web';

/** `idle`: none has been started yet. `failed`: the last start failed; `error` says why. */
export type ConversationPhase = ConversationState | 'idle' | 'failed';

/** The state of a conversation; every change creates a new object. */
export interface ConversationSnapshot {
  readonly state: ConversationPhase;
  /** The whole transcript, newest line last; it remains after the end. */
  readonly transcript: readonly TranscriptLine[];
  /** State of the microphone, who understands it, and what to tell the user about both. */
  readonly microphone: {
    readonly status: MicrophoneStatus;
    readonly hearing: Hearing;
    readonly message: string;
  };
  /** Whether the browser blocks audio playback: call `playSound` in a click handler. */
  readonly soundBlocked: boolean;
  /** Whether the avatar is visible. */
  readonly picture: boolean;
  /** Whether the avatar sends only audio: show its portrait. */
  readonly voiceOnly: boolean;
  /**
   * `unsteady`: it may recover unnoticed. `lost`: no media arrives, or it has been down for five seconds. Both are
   * being reconnected. Undefined while the user is in no room.
   */
  readonly connection: ConversationEventMap['connection']['connection'] | undefined;
  /** Quality of the user's own connection, as the room server measures it; undefined before the first measurement. */
  readonly quality: ConversationEventMap['quality']['quality'] | undefined;
  /** Latency of the last answer in milliseconds: from the end of the user's speech to its first audio. */
  readonly latencyMs: number | undefined;
  /** Seconds left when the warning about the maximum duration came. */
  readonly secondsLeft: number | undefined;
  /** The last warning. */
  readonly warning: ConversationEventMap['warning'] | undefined;
  readonly ended: ConversationEventMap['ended'] | undefined;
  /** Why the start failed; a `ConversationError` with a message for users if the service or the network refused. */
  readonly error: Error | undefined;
}

/** The options of a start, except for the video element, which is `<AvatarVideo>`. */
export type ConversationOptions = StartOptions extends infer Options
  ? Options extends StartOptions
    ? Omit<Options, 'element' | 'signal'>
    : never
  : never;

const INITIAL_SNAPSHOT: ConversationSnapshot = {
  state: 'idle',
  transcript: [],
  microphone: { status: 'off', hearing: 'nobody', message: '' },
  soundBlocked: false,
  picture: false,
  voiceOnly: false,
  connection: undefined,
  quality: undefined,
  latencyMs: undefined,
  secondsLeft: undefined,
  warning: undefined,
  ended: undefined,
  error: undefined,
};

/** Phases in which the user is in no room. */
const OUTSIDE_ROOM: readonly ConversationPhase[] = ['idle', 'connecting', 'ended', 'failed'];

/** Callbacks of a provider, besides showing the conversation. */
export interface ConversationListeners {
  /**
   * Called when a conversation that had begun is over: the user was in its room, and `state` had left `connecting`. Not
   * called for a start that was aborted before; if `end` aborted it, `state` becomes `ended` all the same.
   */
  onEnded?: ((ended: ConversationEventMap['ended']) => void) | undefined;
  /** Called when a conversation could not be started, with the error that is also in `error`. */
  onError?: ((error: Error) => void) | undefined;
}

/** Holds one conversation at a time as a store for React. */
export class ConversationStore {
  #snapshot = INITIAL_SNAPSHOT;
  #conversation: Conversation | undefined;
  #abort: AbortController | undefined;
  #mediaContainer: HTMLElement | undefined;
  #isClosed = false;
  /** The provider's listeners as of its last render. */
  callbacks: ConversationListeners = {};
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): ConversationSnapshot => this.#snapshot;
  readonly readOnServer = (): ConversationSnapshot => INITIAL_SNAPSHOT;

  get conversation(): Conversation | undefined {
    return this.#conversation;
  }

  /** The element to which video and audio are added; `<AvatarVideo>` shows it. Only in browsers. */
  get mediaContainer(): HTMLElement {
    if (!this.#mediaContainer) {
      this.#mediaContainer = document.createElement('div');
      this.#mediaContainer.style.display = 'contents';
    }
    return this.#mediaContainer;
  }

  #newVideo(): HTMLVideoElement {
    const video = document.createElement('video');
    video.autoplay = true;
    video.playsInline = true;
    video.muted = true;
    video.setAttribute('aria-label', 'The avatar');
    Object.assign(video.style, { display: 'block', width: '100%', height: '100%', objectFit: 'cover' });
    this.mediaContainer.replaceChildren(video);
    return video;
  }

  /**
   * Starts a conversation, replacing a current one. Resolves when the user is in its room, or when it has failed, with
   * the error in the snapshot. Call it in a click handler, so that the browser plays the audio.
   */
  readonly start = async (options: ConversationOptions): Promise<void> => {
    const ended = this.#hasBegun ? this.end() : undefined;
    const [replaced, abort] = [this.#abort, new AbortController()];
    this.#abort = abort;
    // The replaced start was no conversation yet, and is not shown as one that is over.
    replaced?.abort();
    await ended;
    // Meanwhile another start or the end was called, or the provider was unmounted.
    if (this.#isClosed || this.#abort !== abort || abort.signal.aborted) return;
    this.#snapshot = INITIAL_SNAPSHOT;
    this.#update({ state: 'connecting' });
    try {
      const conversation = await startConversation({
        ...options,
        // React Native has no elements: apps render the tracks of `conversation.room` there.
        ...('document' in globalThis && { element: this.#newVideo() }),
        signal: abort.signal,
        on: this.#handlers(abort, options.on),
      });
      if (this.#abort !== abort) return await conversation.end();
      this.#conversation = conversation;
      this.#update({});
    } catch (error) {
      if (this.#abort !== abort || abort.signal.aborted) return;
      this.#abort = undefined;
      const failure = error instanceof Error ? error : new Error(String(error));
      this.#update({ state: 'failed', error: failure });
      this.callbacks.onError?.(failure);
    }
  };

  /**
   * Opens the store while its provider is mounted. Returns a function that hangs up and prevents further starts until
   * the provider is mounted again.
   */
  readonly open = (): (() => void) => {
    this.#isClosed = false;
    return () => {
      this.#isClosed = true;
      void this.end();
    };
  };

  /** Hangs up, or aborts a start in progress. */
  readonly end = async (): Promise<void> => {
    const [conversation, abort] = [this.#conversation, this.#abort];
    if (!abort) return;
    // An existing conversation reports its end itself.
    if (!conversation) this.#finish({ reason: 'hung_up', detail: undefined }, this.#hasBegun);
    abort.abort();
    await conversation?.end();
  };

  /** Whether the user is in the room of a conversation. */
  get #hasBegun(): boolean {
    return !OUTSIDE_ROOM.includes(this.#snapshot.state);
  }

  #showState(state: ConversationState): void {
    // The SDK reports the connection only when it changes.
    const connection = OUTSIDE_ROOM.includes(state) ? undefined : (this.#snapshot.connection ?? 'connected');
    this.#update({ state, connection });
  }

  #finish(ended: ConversationEventMap['ended'], hadBegun: boolean): void {
    this.#conversation = undefined;
    this.#abort = undefined;
    this.#snapshot = { ...INITIAL_SNAPSHOT, transcript: this.#snapshot.transcript };
    this.#update({ state: 'ended', ended });
    if (hadBegun) this.callbacks.onEnded?.(ended);
  }

  #handlers(abort: AbortController, callerHandlers: ConversationHandlers = {}): ConversationHandlers {
    const updates: { [K in keyof ConversationEventMap]?: (event: ConversationEventMap[K]) => void } = {
      state: ({ state }) => this.#showState(state),
      transcript: (line) => this.#update({ transcript: withLine(this.#snapshot.transcript, line) }),
      microphone: (microphone) => this.#update({ microphone }),
      soundBlocked: ({ blocked }) => this.#update({ soundBlocked: blocked }),
      picture: () => this.#update({ picture: true }),
      voiceOnly: (only) => this.#update(only),
      connection: (connection) => this.#update(connection),
      quality: (quality) => this.#update(quality),
      latency: ({ latencyMs }) => this.#update({ latencyMs }),
      endingSoon: ({ secondsLeft }) => this.#update({ secondsLeft }),
      warning: (warning) => this.#update({ warning }),
      ended: (ended) => this.#finish(ended, true),
    };
    const names = new Set([...Object.keys(updates), ...Object.keys(callerHandlers)]) as Set<
      keyof ConversationEventMap
    >;
    return Object.fromEntries(
      [...names].map((name) => [
        name,
        (event: never) => {
          // Ignores events of a conversation that another one has replaced.
          if (this.#abort === abort) (updates[name] as ((event: never) => void) | undefined)?.(event);
          (callerHandlers[name] as ((event: never) => void) | undefined)?.(event);
        },
      ]),
    );
  }

  #update(update: Partial<ConversationSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...update };
    for (const listener of this.#listeners) listener();
  }
}

function withLine(lines: readonly TranscriptLine[], line: TranscriptLine): readonly TranscriptLine[] {
  const index = lines.findIndex(({ id }) => id === line.id);
  if (line.text === '') return lines.filter(({ id }) => id !== line.id);
  return index < 0 ? [...lines, line] : lines.with(index, line);
}
