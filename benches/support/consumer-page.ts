/** The consumer of a benchmark in a real browser: unmodified livekit-client, with timing of video and audio. */
import {
  LogLevel,
  type RemoteTrack,
  Room,
  RoomEvent,
  setLogLevel,
  type TextStreamReader,
  Track,
} from 'livekit-client';

/** Times are milliseconds since the epoch with fractions (`performance.timeOrigin + performance.now()`). */
export interface Observations {
  /** The join response arrived over the signalling connection; a video track could be received from then on. */
  signalledAt?: number;
  subscribedAt?: number;
  /** When each frame was presented. */
  frames: number[];
  /** Times at which audio began after at least 50 ms of silence. */
  soundStarts: number[];
  /** Times of the last audio before at least 50 ms of silence. */
  soundEnds: number[];
  /** The latest text of each transcript segment by its id, and since when it has been so. */
  segments: Record<string, { text: string; final: boolean; at: number }>;
  /** The avatar's states: `listening`, `thinking`, `speaking`. */
  states: { at: number; state: string }[];
}

const AUDIBLE = 0.01;
const GAP_SAMPLES = 2400;

const detector = `class Detector extends AudioWorkletProcessor {
  constructor() { super(); this.quiet = 1e9; this.loud = false; this.lastLoud = 0; }
  process(inputs) {
    const samples = inputs[0][0];
    if (!samples) return true;
    for (let i = 0; i < samples.length; i++) {
      const frame = currentFrame + i;
      if (Math.abs(samples[i]) > ${AUDIBLE}) {
        if (!this.loud) { this.loud = true; this.port.postMessage({ start: frame / sampleRate, now: currentTime }); }
        this.quiet = 0; this.lastLoud = frame;
      } else if (++this.quiet === ${GAP_SAMPLES} && this.loud) {
        this.loud = false; this.port.postMessage({ end: this.lastLoud / sampleRate, now: currentTime });
      }
    }
    return true;
  }
}
registerProcessor('detector', Detector);`;

let room = new Room();
let seen: Observations = empty();
const audio = new AudioContext({ sampleRate: 48_000, latencyHint: 'interactive' });
const detectorUrl = URL.createObjectURL(new Blob([detector], { type: 'text/javascript' }));
const prepared = audio.audioWorklet.addModule(detectorUrl).then(() => audio.resume());

function empty(): Observations {
  return { frames: [], soundStarts: [], soundEnds: [], segments: {}, states: [] };
}

function wall(): number {
  return performance.timeOrigin + performance.now();
}

function watchVideo(track: RemoteTrack): void {
  const element = track.attach() as HTMLVideoElement;
  element.muted = true;
  document.body.append(element);
  const onFrame = () => {
    seen.frames.push(wall());
    element.requestVideoFrameCallback(onFrame);
  };
  element.requestVideoFrameCallback(onFrame);
}

async function watchAudio(track: RemoteTrack): Promise<void> {
  // The element plays the audio; the audio graph only measures it.
  document.body.append(track.attach());
  await prepared;
  const node = new AudioWorkletNode(audio, 'detector');
  const silent = audio.createGain();
  silent.gain.value = 0;
  audio.createMediaStreamSource(new MediaStream([track.mediaStreamTrack])).connect(node);
  node.connect(silent).connect(audio.destination);
  node.port.onmessage = ({ data }: MessageEvent<{ start?: number; end?: number }>) => {
    const at = (time: number) => wall() - (audio.currentTime - time) * 1000;
    if (data.start !== undefined) seen.soundStarts.push(at(data.start));
    if (data.end !== undefined) seen.soundEnds.push(at(data.end));
  };
}

async function readSegment(reader: TextStreamReader): Promise<void> {
  const id = reader.info.attributes?.['lk.segment_id'] ?? '';
  const final = reader.info.attributes?.['lk.transcription_final'] === 'true';
  const text = await reader.readAll();
  const before = seen.segments[id];
  // The stream of a text that grows may end after that of the whole text.
  if (before?.final && !final) return;
  seen.segments[id] = { text, final, at: before?.text === text ? before.at : wall() };
}

let microphone: MediaStreamAudioDestinationNode | undefined;

const api = {
  prepare: () => prepared,

  async join(url: string, token: string): Promise<void> {
    setLogLevel(LogLevel.silent);
    room = new Room({ adaptiveStream: false, dynacast: false });
    seen = empty();
    room.registerTextStreamHandler('lk.transcription', (reader) => {
      readSegment(reader).catch(() => undefined);
    });
    room.on(RoomEvent.ParticipantAttributesChanged, ({ 'lk.agent.state': state }) => {
      if (state) seen.states.push({ at: wall(), state });
    });
    room.on(RoomEvent.SignalConnected, () => {
      seen.signalledAt ??= wall();
    });
    room.on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind === Track.Kind.Video) {
        seen.subscribedAt ??= wall();
        watchVideo(track);
      } else void watchAudio(track);
    });
    await room.connect(url, token);
  },

  observations: () => seen,

  /** Returns the audio samples so far: those that the decoder concealed because they were late or lost, and all. */
  async sound(): Promise<{ madeUp: number; all: number }> {
    const sum = { madeUp: 0, all: 0 };
    for (const { trackPublications } of room.remoteParticipants.values()) {
      for (const { track } of trackPublications.values()) {
        (await track?.getRTCStatsReport())?.forEach((entry: Record<string, number | string>) => {
          if (entry.type !== 'inbound-rtp' || entry.kind !== 'audio') return;
          sum.madeUp += Number(entry.concealedSamples) - Number(entry.silentConcealedSamples);
          sum.all += Number(entry.totalSamplesReceived);
        });
      }
    }
    return sum;
  },

  async say(text: string): Promise<number> {
    const at = wall();
    await room.localParticipant.sendText(text, { topic: 'lk.chat' });
    return at;
  },

  /** Opens a microphone that sends silence until `speak`. */
  async openMicrophone(): Promise<void> {
    await prepared;
    microphone = audio.createMediaStreamDestination();
    const options = { source: Track.Source.Microphone, dtx: false };
    await room.localParticipant.publishTrack(microphone.stream.getAudioTracks()[0]!, options);
  },

  /** Plays 16-bit samples (48 kHz, mono, base64) into the microphone. Resolves at their end, with its time. */
  async speak(samples: string): Promise<number> {
    const bytes = Uint8Array.from(atob(samples), (each) => each.charCodeAt(0));
    const sound = Float32Array.from(new Int16Array(bytes.buffer), (each) => each / 32_768);
    const buffer = audio.createBuffer(1, sound.length, 48_000);
    buffer.copyToChannel(sound, 0);
    const source = new AudioBufferSourceNode(audio, { buffer });
    source.connect(microphone!);
    const endsAt = audio.currentTime + buffer.duration;
    await new Promise((resolve) => {
      source.onended = resolve;
      source.start();
    });
    return wall() - (audio.currentTime - endsAt) * 1000;
  },

  async interrupt(): Promise<number> {
    const avatar = [...room.remoteParticipants.values()][0]!;
    const at = wall();
    await room.localParticipant.performRpc({
      destinationIdentity: avatar.identity,
      method: 'visavis.interrupt',
      payload: '',
    });
    return at;
  },

  async leave(): Promise<void> {
    await room.disconnect();
    for (const element of document.querySelectorAll('video, audio')) element.remove();
  },
};

export type ConsumerApi = typeof api;

Object.assign(window, { bench: api });
