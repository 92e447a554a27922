import { type Room, RoomEvent, Track } from 'livekit-client';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConversationEventMap } from './conversation-events.ts';
import { EventHub } from './event-hub.ts';
import { UserVoice } from './user-voice.ts';

afterEach(() => void vi.unstubAllGlobals());

interface Recogniser {
  onerror: (event: { error: string }) => void;
  isRunning: boolean;
}

/** Creates a user with a microphone in a room. `recognisers` are those that the browser has created. */
function joinRoom({ serviceHears = false, hasRecogniser = true, refuses = false } = {}) {
  const recognisers: Recogniser[] = [];
  class BrowserRecogniser implements Recogniser {
    onerror = () => undefined;
    isRunning = false;
    constructor() {
      recognisers.push(this);
    }
    start(): void {
      this.isRunning = true;
    }
    abort(): void {
      this.isRunning = false;
    }
  }
  vi.stubGlobal('SpeechRecognition', hasRecogniser ? BrowserRecogniser : undefined);
  vi.stubGlobal('navigator', { mediaDevices: {} });
  const handlers = new Map<string, (publication: object) => void>();
  const room = {
    on: (event: string, handler: (publication: object) => void) => handlers.set(event, handler),
    localParticipant: {
      getTrackPublication: () => ({}),
      setMicrophoneEnabled: async () => {
        if (refuses) throw new DOMException('no', 'NotAllowedError');
      },
      trackPublications: new Map(),
    },
  };
  const told: string[] = [];
  const tell = ({ status, hearing, message }: ConversationEventMap['microphone']) =>
    told.push(`${status}, ${hearing}: ${message.slice(0, 18)}`);
  const words = { onInterim: () => undefined, onFinal: () => undefined };
  const hub = new EventHub({ microphone: tell });
  const voice = new UserVoice(room as unknown as Room, hub, serviceHears, 'en-US', words);
  const publish = () =>
    handlers.get(RoomEvent.LocalTrackPublished)!({
      source: Track.Source.Microphone,
      track: { mediaStreamTrack: { label: 'Microphone' }, on: () => undefined },
    });
  return { voice, told, recognisers, publish };
}

test('a microphone opens and mutes on its own, even if nobody hears it', async () => {
  const { voice, told, recognisers } = joinRoom();
  voice.emitMicrophone();
  expect(await voice.setMicrophone(true)).toBe('on');
  expect(await voice.setMicrophone(false)).toBe('muted');
  voice.allowBrowserRecognition();
  expect(recognisers[0]!.isRunning).toBe(false);
  expect(await voice.setMicrophone(true)).toBe('on');
  expect(recognisers[0]!.isRunning).toBe(true);
  expect(told).toEqual([
    'off, offered: ',
    'on, offered: Speech recognition',
    'muted, offered: Speech recognition',
    'muted, browser: ',
    'on, browser: ',
  ]);
});

test('a recogniser that fails leaves the microphone open, with nobody hearing it', async () => {
  const { voice, recognisers } = joinRoom();
  await voice.setMicrophone(true);
  voice.allowBrowserRecognition();
  recognisers[0]!.onerror({ error: 'network' });
  expect([voice.microphone, voice.hearing]).toEqual(['on', 'nobody']);
});

test('how the avatar hears is reported before the microphone is requested', () => {
  const { voice, told } = joinRoom({ serviceHears: true });
  expect(voice.hearing).toBe('service');
  voice.setServiceHears(false, undefined);
  voice.setServiceHears(true, 'machine');
  expect(told).toEqual(['off, offered: ', 'off, service: ']);
  expect(voice.heardBy).toBe('machine');
});

test('a microphone that is refused stays so if nobody would hear it; the message says that there is no recognition', async () => {
  const { voice, told } = joinRoom({ hasRecogniser: false, refuses: true });
  expect(await voice.setMicrophone(true)).toBe('refused');
  expect(told).toEqual(['refused, nobody: Speech recognition']);
});

test('the level of a microphone that is published while the user hangs up is not measured', () => {
  const measure = vi.fn(function measureLevel() {
    throw new Error('a level is measured');
  });
  vi.stubGlobal('AudioContext', measure);
  const { voice, publish } = joinRoom();
  expect(publish).toThrow('a level is measured');
  voice.close();
  publish();
  expect(measure).toHaveBeenCalledTimes(1);
});
