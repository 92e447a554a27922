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

/** `idle`: none has been started yet. `failed`: the last could not be, `error` says why. */
export type ConversationPhase = ConversationState | 'idle' | 'failed';

/** Everything that is known of a conversation at one moment; a new object at each change. */
export interface ConversationSnapshot {
  readonly state: ConversationPhase;
  /** All that has been said, the newest last; it stays after the end. */
  readonly transcript: readonly TranscriptLine[];
  /** State of the microphone; who understands it; what to tell the user of both. */
  readonly microphone: {
    readonly status: MicrophoneStatus;
    readonly hearing: Hearing;
    readonly message: string;
  };
  /** Whether the browser blocks audio playback: call `playSound` in the handler of a click. */
  readonly soundBlocked: boolean;
  /** Whether the avatar can be seen. */
  readonly picture: boolean;
  /** Whether the avatar is only heard: show its portrait. */
  readonly voiceOnly: boolean;
  /**
   * `unsteady`: it may come back unnoticed. `lost`: for five seconds, or no media arrives. Both are being reconnected. Undefined while
   * the user is in no room.
   */
  readonly connection: ConversationEventMap['connection']['connection'] | undefined;
  /** Quality of the user's own connection, as the room server measures it; undefined until it has. */
  readonly quality: ConversationEventMap['quality']['quality'] | undefined;
  /** Latency of the last answer: from the end of the user's words to its first audio, in milliseconds. */
  readonly latencyMs: number | undefined;
  /** Seconds that were left when the time was nearly up. */
  readonly secondsLeft: number | undefined;
  /** The last warning. */
  readonly warning: ConversationEventMap['warning'] | undefined;
  readonly ended: ConversationEventMap['ended'] | undefined;
  /** Why the start failed; a `ConversationError` with words for people where the service or the network refused. */
  readonly error: Error | undefined;
}

/** The options of a start, but for the place of the video, which is `<AvatarVideo>`. */
export type ConversationOptions = StartOptions extends infer Options
  ? Options extends StartOptions
    ? Omit<Options, 'element' | 'signal'>
    : never
  : never;

const NOTHING: ConversationSnapshot = {
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
const OUTSIDE: readonly ConversationPhase[] = ['idle', 'connecting', 'ended', 'failed'];

/** Functions that a provider calls beside showing the conversation. */
export interface ConversationListeners {
  /**
   * Called when a conversation is over that had begun: the user was in its room, and `state` had left `connecting`. A start that
   * was given up before is none; after one that `end` gives up `state` is `ended` all the same.
   */
  onEnded?: ((ended: ConversationEventMap['ended']) => void) | undefined;
  /** Called when a conversation could not be started, with the error that `error` has. */
  onError?: ((error: Error) => void) | undefined;
}

/** One conversation at a time, as React reads it. */
export class ConversationStore {
  #snapshot = NOTHING;
  #conversation: Conversation | undefined;
  #abort: AbortController | undefined;
  #screen: HTMLElement | undefined;
  #isClosed = false;
  /** The listeners of the provider, as it was rendered last. */
  callbacks: ConversationListeners = {};
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): ConversationSnapshot => this.#snapshot;
  readonly readOnServer = (): ConversationSnapshot => NOTHING;

  get conversation(): Conversation | undefined {
    return this.#conversation;
  }

  /** The element into which video and audio are put; `<AvatarVideo>` shows it. In the browser only. */
  get screen(): HTMLElement {
    if (!this.#screen) {
      this.#screen = document.createElement('div');
      this.#screen.style.display = 'contents';
    }
    return this.#screen;
  }

  #newVideo(): HTMLVideoElement {
    const video = document.createElement('video');
    video.autoplay = true;
    video.playsInline = true;
    video.muted = true;
    video.setAttribute('aria-label', 'The avatar');
    Object.assign(video.style, { display: 'block', width: '100%', height: '100%', objectFit: 'cover' });
    this.screen.replaceChildren(video);
    return video;
  }

  /**
   * Starts a conversation, in place of one that is under way. Resolves when the user is in its room, and also where it fails: the
   * snapshot has the error. Call it in the handler of a click, and the browser will play the sound.
   */
  readonly start = async (options: ConversationOptions): Promise<void> => {
    const ended = this.#hasBegun ? this.end() : undefined;
    const [replaced, abort] = [this.#abort, new AbortController()];
    this.#abort = abort;
    // It was no conversation yet, and is not shown as one that is over.
    replaced?.abort();
    await ended;
    // Another start, or the end, has come meanwhile, or the provider is gone.
    if (this.#isClosed || this.#abort !== abort || abort.signal.aborted) return;
    this.#snapshot = NOTHING;
    this.#change({ state: 'connecting' });
    try {
      const conversation = await startConversation({
        ...options,
        // React Native has no elements: it shows the tracks of `conversation.room`.
        ...('document' in globalThis && { element: this.#newVideo() }),
        signal: abort.signal,
        on: this.#handlers(abort, options.on),
      });
      if (this.#abort !== abort) return await conversation.end();
      this.#conversation = conversation;
      this.#change({});
    } catch (error) {
      if (this.#abort !== abort || abort.signal.aborted) return;
      this.#abort = undefined;
      const failure = error instanceof Error ? error : new Error(String(error));
      this.#change({ state: 'failed', error: failure });
      this.callbacks.onError?.(failure);
    }
  };

  /**
   * Opens the store while the provider is there. Returns a function that hangs up: nothing is started any
   * more until the provider is there again.
   */
  readonly open = (): (() => void) => {
    this.#isClosed = false;
    return () => {
      this.#isClosed = true;
      void this.end();
    };
  };

  /** Hangs up, or gives up a start that is under way. */
  readonly end = async (): Promise<void> => {
    const [conversation, abort] = [this.#conversation, this.#abort];
    if (!abort) return;
    // A conversation that is there reports its end itself.
    if (!conversation) this.#over({ reason: 'hung_up', detail: undefined }, this.#hasBegun);
    abort.abort();
    await conversation?.end();
  };

  /** Whether the user is in the room of a conversation. */
  get #hasBegun(): boolean {
    return !OUTSIDE.includes(this.#snapshot.state);
  }

  #showState(state: ConversationState): void {
    // The SDK tells a connection once it changes.
    const connection = OUTSIDE.includes(state) ? undefined : (this.#snapshot.connection ?? 'connected');
    this.#change({ state, connection });
  }

  #over(ended: ConversationEventMap['ended'], hadBegun: boolean): void {
    this.#conversation = undefined;
    this.#abort = undefined;
    this.#snapshot = { ...NOTHING, transcript: this.#snapshot.transcript };
    this.#change({ state: 'ended', ended });
    if (hadBegun) this.callbacks.onEnded?.(ended);
  }

  #handlers(abort: AbortController, further: ConversationHandlers = {}): ConversationHandlers {
    const changes: { [K in keyof ConversationEventMap]?: (event: ConversationEventMap[K]) => void } = {
      state: ({ state }) => this.#showState(state),
      transcript: (line) => this.#change({ transcript: withLine(this.#snapshot.transcript, line) }),
      microphone: (microphone) => this.#change({ microphone }),
      soundBlocked: ({ blocked }) => this.#change({ soundBlocked: blocked }),
      picture: () => this.#change({ picture: true }),
      voiceOnly: (only) => this.#change(only),
      connection: (connection) => this.#change(connection),
      quality: (quality) => this.#change(quality),
      latency: ({ latencyMs }) => this.#change({ latencyMs }),
      endingSoon: ({ secondsLeft }) => this.#change({ secondsLeft }),
      warning: (warning) => this.#change({ warning }),
      ended: (ended) => this.#over(ended, true),
    };
    const names = new Set([...Object.keys(changes), ...Object.keys(further)]) as Set<
      keyof ConversationEventMap
    >;
    return Object.fromEntries(
      [...names].map((name) => [
        name,
        (event: never) => {
          // Events of a conversation that was replaced by another are ignored.
          if (this.#abort === abort) (changes[name] as ((event: never) => void) | undefined)?.(event);
          (further[name] as ((event: never) => void) | undefined)?.(event);
        },
      ]),
    );
  }

  #change(change: Partial<ConversationSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function withLine(lines: readonly TranscriptLine[], line: TranscriptLine): readonly TranscriptLine[] {
  const at = lines.findIndex(({ id }) => id === line.id);
  if (line.text === '') return lines.filter(({ id }) => id !== line.id);
  return at < 0 ? [...lines, line] : lines.with(at, line);
}
