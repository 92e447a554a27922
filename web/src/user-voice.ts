import { type LocalTrack, type Room, RoomEvent, Track, TrackEvent } from 'livekit-client';
import type { Hearing, MicrophoneStatus } from './conversation-events.ts';
import type { EventHub } from './event-hub.ts';
import { followLevel } from './follow-level.ts';
import { MICROPHONE_MESSAGES, messageKeyOf, statusOfError } from './microphone.ts';
import { createSpeechRecogniser, type SpeechRecogniser } from './speech-recogniser.ts';

/** The user's microphone, and the browser's recogniser if the service cannot hear and the user allows it. */
export class UserVoice {
  readonly #room: Room;
  readonly #hub: EventHub;
  readonly #createRecogniser: () => SpeechRecogniser | undefined;
  readonly #watchedTracks = new WeakSet<LocalTrack>();
  #recogniser: SpeechRecogniser | undefined;
  #serviceHears: boolean;
  #heardBy: string | undefined;
  #recogniserFailed = false;
  #microphone: MicrophoneStatus = 'off';
  #isBrowserAllowed = false;
  #stopLevel: () => void = () => undefined;
  #lastSwitch: Promise<MicrophoneStatus> = Promise.resolve('off');
  #isOver = false;

  /** @param handlers receive the results of the browser's recogniser */
  constructor(
    room: Room,
    hub: EventHub,
    serviceHears: boolean,
    language: string,
    handlers: { onInterim(text: string): void; onFinal(text: string): void },
  ) {
    this.#room = room;
    this.#hub = hub;
    this.#createRecogniser = () =>
      createSpeechRecogniser(language, {
        ...handlers,
        onAvailable: () => this.#setRecogniserFailed(false),
        onUnavailable: () => this.#setRecogniserFailed(true),
      });
    this.#serviceHears = serviceHears;
    this.#recogniser = serviceHears ? undefined : this.#createRecogniser();
    room.on(RoomEvent.LocalTrackPublished, ({ source, track }) => {
      if (source === Track.Source.Microphone && track) this.#watch(track);
    });
  }

  get microphone(): MicrophoneStatus {
    return this.#microphone;
  }

  get hearing(): Hearing {
    if (this.#serviceHears) return 'service';
    if (!this.#recogniser || this.#recogniserFailed) return 'nobody';
    return this.#isBrowserAllowed ? 'browser' : 'offered';
  }

  get heardBy(): string | undefined {
    return this.#heardBy;
  }

  /** Opens or mutes the microphone. Never rejects. */
  setMicrophone(on: boolean): Promise<MicrophoneStatus> {
    // Sequential, because the browser may still be asking the user.
    this.#lastSwitch = this.#lastSwitch.then(() => this.#switchMicrophone(on));
    return this.#lastSwitch;
  }

  /** Reopens a lost microphone after the user has chosen another one. */
  async reopenLost(): Promise<void> {
    if (this.#microphone !== 'lost') return;
    // The recogniser may work with another microphone.
    this.#recogniserFailed = false;
    await this.setMicrophone(true);
  }

  /** Records that the user agrees to the browser's own recogniser, which may send their speech to another service. */
  allowBrowserRecognition(): void {
    this.#isBrowserAllowed = true;
    this.#recogniserFailed = false;
    if (this.#microphone === 'on') this.#startRecogniser();
    this.emitMicrophone();
  }

  /** Called when the agent reports it: the offline demo may have a model that hears, a pipeline may have none. */
  setServiceHears(hears: boolean, heardBy: string | undefined): void {
    if (this.#serviceHears === hears && this.#heardBy === heardBy) return;
    this.#serviceHears = hears;
    this.#heardBy = heardBy;
    this.#recogniser?.stop();
    this.#recogniser = hears ? undefined : this.#createRecogniser();
    if (this.#microphone === 'on') this.#startRecogniser();
    this.emitMicrophone();
  }

  /** Emits the state of the microphone, and who hears it. */
  emitMicrophone(): void {
    const { microphone: status, hearing } = this;
    this.#hub.emit('microphone', {
      status,
      hearing,
      message: MICROPHONE_MESSAGES[messageKeyOf(status, hearing)],
    });
  }

  close(): void {
    this.#isOver = true;
    this.#recogniser?.stop();
    this.#stopLevel();
    for (const { track } of this.#room.localParticipant.trackPublications.values()) track?.stop();
  }

  async #switchMicrophone(on: boolean): Promise<MicrophoneStatus> {
    if (this.#isOver) return this.microphone;
    if (!navigator.mediaDevices) return this.#setStatus('insecure');
    try {
      if (on && !this.#room.localParticipant.getTrackPublication(Track.Source.Microphone)) await this.#open();
      else await this.#room.localParticipant.setMicrophoneEnabled(on);
    } catch (error) {
      return this.#isOver ? this.microphone : this.#setStatus(statusOfError(error));
    }
    if (this.#isOver) return this.microphone;
    if (!on) {
      this.#recogniser?.stop();
      return this.#setStatus('muted');
    }
    this.#setStatus('on');
    this.#startRecogniser();
    return this.microphone;
  }

  /** Opens the microphone, unless the user has hung up before allowing it. */
  async #open(): Promise<void> {
    const { localParticipant } = this.#room;
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
    const [track] = await localParticipant.createTracks({ audio });
    try {
      if (!this.#isOver) await localParticipant.publishTrack(track!);
    } finally {
      if (this.#isOver || !localParticipant.getTrackPublication(Track.Source.Microphone)) track!.stop();
    }
  }

  #startRecogniser(): void {
    if (this.#isBrowserAllowed) this.#recogniser?.start();
  }

  #setRecogniserFailed(failed: boolean): void {
    if (failed === this.#recogniserFailed) return;
    this.#recogniserFailed = failed;
    this.emitMicrophone();
  }

  #setStatus(status: MicrophoneStatus): MicrophoneStatus {
    this.#microphone = status;
    this.emitMicrophone();
    return status;
  }

  /** Detects a lost microphone: its track ends, LiveKit's client tries the next one, and mutes if that fails. */
  #watch(track: LocalTrack): void {
    // It is published again after a reconnect.
    if (this.#watchedTracks.has(track)) return;
    this.#watchedTracks.add(track);
    const follow = () => {
      this.#stopLevel();
      // A track may still be published while the user hangs up.
      if (this.#isOver) return;
      this.#stopLevel = followLevel(track.mediaStreamTrack, (level) => this.#hub.emit('level', { level }));
    };
    follow();
    let lost: string | undefined;
    let name = track.mediaStreamTrack.label;
    const emitLost = (replacedBy: string | undefined) => {
      if (lost === undefined) return;
      const lostName = lost;
      lost = undefined;
      this.#hub.emit('microphoneLost', { name: lostName, replacedBy });
    };
    track.on(TrackEvent.Ended, () => {
      lost = name;
    });
    track.on(TrackEvent.Restarted, () => {
      name = track.mediaStreamTrack.label;
      follow();
      emitLost(name);
    });
    track.on(TrackEvent.Muted, () => {
      if (lost === undefined) return;
      this.#recogniser?.stop();
      this.#setStatus('lost');
      emitLost(undefined);
    });
  }
}
