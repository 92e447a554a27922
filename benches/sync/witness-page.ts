/** A consumer in a real browser that records its own video and audio, with unmodified livekit-client. */
import { LogLevel, type RemoteTrack, Room, RoomEvent, setLogLevel } from 'livekit-client';
import type { DrivenPage } from '../support/pages.ts';
import { BEEP_CODE, showAndBeep } from './local-stimulus.ts';
import { Record, recordTab, type Witnessed } from './record.ts';
import { listenToTrack, watchElement } from './two-clocks.ts';

const record = new Record();
const audio = new AudioContext({ sampleRate: 48_000, latencyHint: 'interactive' });
let room = new Room();
let twoClocks = false;

/** Attaches a track as an application does: the elements play. */
function attach(track: RemoteTrack): void {
  const element = track.attach();
  document.body.append(element);
  if (!(element instanceof HTMLVideoElement)) {
    if (twoClocks) void listenToTrack(record, audio, track.mediaStreamTrack);
    return;
  }
  if (twoClocks) watchElement(record, element);
  element.muted = true;
  const onFrame: VideoFrameRequestCallback = (_, { receiveTime }) => {
    if (receiveTime !== undefined) record.arrived(receiveTime);
    element.requestVideoFrameCallback(onFrame);
  };
  element.requestVideoFrameCallback(onFrame);
}

const api = {
  now: () => performance.now(),

  /** Starts recording this tab, see `recordTab`. */
  async openTab(pictureClockAhead: number): Promise<void> {
    await audio.resume();
    await recordTab(record, pictureClockAhead);
  },

  /** Starts measuring without recording the tab. */
  async openTwoClocks(): Promise<void> {
    twoClocks = true;
    await audio.resume();
  },

  /** Returns the recording of a beep and the frame with the code `beepCode`, which belong together. */
  async calibrate(beeps: number): Promise<{ beepCode: number; witnessed: Witnessed }> {
    record.take();
    await showAndBeep(audio, beeps);
    return { beepCode: BEEP_CODE, witnessed: record.take() };
  },

  /** Resolves when both tracks play. */
  async join(url: string, token: string): Promise<void> {
    setLogLevel(LogLevel.silent);
    room = new Room({ adaptiveStream: false, dynacast: false });
    record.take();
    room.on(RoomEvent.TrackSubscribed, attach);
    room.registerTextStreamHandler('lk.transcription', (reader) => {
      reader.readAll().catch(() => undefined);
    });
    await room.connect(url, token);
    const playing = () => document.querySelectorAll('video, audio').length === 2 && record.started;
    while (!playing()) await new Promise((resolve) => setTimeout(resolve, 20));
  },

  async say(text: string): Promise<void> {
    await room.localParticipant.sendText(text, { topic: 'lk.chat' });
  },

  /** Returns what was recorded since the last call. */
  take: () => record.take(),

  async leave(): Promise<void> {
    await room.disconnect();
    for (const element of document.querySelectorAll('video, audio')) element.remove();
  },
};

export type WitnessPage = DrivenPage<typeof api>;

Object.assign(window, { bench: api });
