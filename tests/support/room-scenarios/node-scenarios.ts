import assert from 'node:assert/strict';
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  ConnectionState,
  LocalAudioTrack,
  ParticipantKind,
  type RemoteTrack,
  RoomEvent,
  RpcError,
  SimulateScenarioKind,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { DEADLINE_MS, inTime } from '../deadlines.ts';
import type { NodeClient } from '../node-client.ts';
import { roomService, until } from '../room-target.ts';
import type { RoomScenario, Stage } from './scenario.ts';

/** A tone that is recognised by the distance between its zero crossings. */
const TONE_HZ = 220;
const AMPLITUDE = 26_000;
const AUDIBLE_SAMPLE = 1_600;

interface SoundFormat {
  readonly rate: number;
  readonly channels: number;
}

const own = ({ room }: NodeClient) => room.localParticipant!;

/** Plays a tone on every channel until `stop`. */
async function sing(client: NodeClient, { rate, channels }: SoundFormat): Promise<{ stop(): Promise<void> }> {
  const source = new AudioSource(rate, channels);
  const track = LocalAudioTrack.createAudioTrack('tone', source);
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
  await own(client).publishTrack(track, options);
  let singing = true;
  const singer = (async () => {
    const samples = rate / 100;
    for (let at = 0; singing; at += samples) {
      const data = new Int16Array(samples * channels);
      for (let index = 0; index < data.length; index++) {
        const second = (at + Math.floor(index / channels)) / rate;
        data[index] = AMPLITUDE * Math.sin(2 * Math.PI * TONE_HZ * second);
      }
      await source.captureFrame(new AudioFrame(data, rate, channels, samples));
    }
  })();
  // A failing scenario never stops it: its source is closed with its room, and the next frame is rejected.
  singer.catch(() => undefined);
  return {
    stop: async () => {
      singing = false;
      await singer;
    },
  };
}

/** Returns the frequency of one second of audio from where it becomes audible, by channel. */
async function frequencies(track: RemoteTrack, { rate, channels }: SoundFormat): Promise<number[]> {
  const reader = new AudioStream(track, { sampleRate: rate, numChannels: channels }).getReader();
  const heard: Int16Array[] = [];
  for (let samples = 0; samples < rate; ) {
    const { done, value } = await reader.read();
    if (done) throw new Error('the sound ended');
    assert.deepEqual([value.sampleRate, value.channels], [rate, channels]);
    if (samples === 0 && !value.data.some((sample) => Math.abs(sample) > AUDIBLE_SAMPLE)) continue;
    heard.push(value.data.slice());
    samples += value.samplesPerChannel;
  }
  reader.releaseLock();
  return Array.from({ length: channels }, (_, channel) => {
    const samples = heard.flatMap((data) =>
      [...data].filter((_sample, index) => index % channels === channel),
    );
    const rises = samples.flatMap((sample, at) =>
      at > 0 && samples[at - 1]! < 0 && sample >= 0 ? [at] : [],
    );
    // The median: a busy machine leaves gaps in the audio, but does not change its pitch.
    const apart = rises.slice(1).map((at, n) => at - rises[n]!);
    return rate / apart.toSorted((a, b) => a - b)[Math.floor(apart.length / 2)]!;
  });
}

const subscribed = (client: NodeClient) =>
  inTime(
    'a track',
    new Promise<RemoteTrack>((resolve) =>
      client.room.once(RoomEvent.TrackSubscribed, (track) => resolve(track)),
    ),
  );

async function pair(stage: Stage): Promise<[NodeClient, NodeClient]> {
  const [first, second] = [await stage.node('first'), await stage.node('second')];
  await until('each other', () => [first, second].every(({ room }) => room.remoteParticipants.size === 1));
  return [first, second];
}

async function keepsItsSound(stage: Stage, scenario: SimulateScenarioKind, republished: boolean) {
  const [listener, singer] = await pair(stage);
  const format = { rate: 48_000, channels: 1 };
  const first = subscribed(listener);
  const song = await sing(singer, format);
  await frequencies(await first, format);
  const publications = () => [...own(singer).trackPublications.keys()];
  const before = publications();
  await singer.room.simulateScenario(scenario);
  await until('the way back', () => singer.events.includes('reconnected'));
  const received = () =>
    [...(listener.room.remoteParticipants.get('second')?.trackPublications.values() ?? [])].flatMap(
      ({ sid, track }) => (track === undefined || !publications().includes(sid ?? '') ? [] : [track]),
    );
  await until('one track on both sides', () => received().length === 1 && publications().length === 1);
  assert.equal(publications().join() !== before.join(), republished);
  const [heard] = await frequencies(received()[0]!, format);
  assert.ok(Math.abs(heard! - TONE_HZ) < 20, `${heard} Hz`);
  await song.stop();
}

/** The behaviours covered by LiveKit's end-to-end tests of its Node SDK, reimplemented. */
export const nodeScenarios: readonly RoomScenario[] = [
  {
    name: 'a Node client knows the room and itself once it has joined',
    async run(stage) {
      const { room } = await stage.node('ann');
      assert.equal(room.connectionState, ConnectionState.CONN_CONNECTED);
      assert.equal(room.name, stage.room);
      assert.equal(room.remoteParticipants.size, 0);
      const [listed] = await roomService(stage.target).listRooms([stage.room]);
      assert.equal(Math.floor(room.creationTime.getTime() / 1000), Number(listed!.creationTime));
      const { sid, identity, name, kind } = room.localParticipant!;
      assert.match(sid!, /^PA_/);
      assert.deepEqual([identity, name, kind], ['ann', 'ann', ParticipantKind.STANDARD]);
      const sids = await Promise.all([room.getSid(), room.getSid(), room.getSid()]);
      assert.match(sids[0], /^RM_/);
      assert.equal(new Set(sids).size, 1);
    },
  },
  ...[
    { sent: { rate: 48_000, channels: 1 }, heard: { rate: 48_000, channels: 1 } },
    { sent: { rate: 48_000, channels: 2 }, heard: { rate: 48_000, channels: 2 } },
    { sent: { rate: 48_000, channels: 2 }, heard: { rate: 24_000, channels: 2 } },
    { sent: { rate: 24_000, channels: 2 }, heard: { rate: 24_000, channels: 1 } },
  ].map(({ sent, heard }) => ({
    name: `a tone of ${sent.rate} Hz and ${sent.channels} channels is heard at ${heard.rate} Hz and ${heard.channels}`,
    async run(stage: Stage) {
      const [listener, singer] = await pair(stage);
      const track = subscribed(listener);
      const song = await sing(singer, sent);
      for (const hertz of await frequencies(await track, heard))
        assert.ok(Math.abs(hertz - TONE_HZ) < 20, `${hertz} Hz`);
      await song.stop();
    },
  })),
  {
    name: '128 reliable packets of 4 KB for one participant arrive, each of them, in order',
    async run(stage) {
      const [receiver, sender] = await pair(stage);
      const got: number[] = [];
      receiver.room.on(RoomEvent.DataReceived, (data) => got.push(data[0]! === data.at(-1) ? data[0]! : -1));
      for (let number = 0; number < 128; number++) {
        const options = { reliable: true, destination_identities: ['first'] };
        await own(sender).publishData(new Uint8Array(4_096).fill(number), options);
      }
      await until('all packets', () => got.length >= 128);
      assert.deepEqual(got, [...Array(128).keys()]);
    },
  },
  {
    name: 'calls to a missing method, and to a missing participant, fail with their codes',
    async run(stage) {
      const [callee, caller] = await pair(stage);
      own(callee).registerRpcMethod('echo', ({ payload }) => Promise.resolve(payload));
      const call = {
        destinationIdentity: 'first',
        method: 'echo',
        payload: 'hello',
        responseTimeout: DEADLINE_MS,
      };
      assert.equal(await own(caller).performRpc(call), 'hello');
      await assert.rejects(own(caller).performRpc({ ...call, method: 'none' }), {
        code: RpcError.ErrorCode.UNSUPPORTED_METHOD,
      });
      await assert.rejects(
        own(caller).performRpc({ ...call, destinationIdentity: 'nobody', responseTimeout: 500 }),
        { code: RpcError.ErrorCode.CONNECTION_TIMEOUT },
      );
    },
  },
  {
    name: 'the tracks of a participant who leaves are removed',
    async run(stage) {
      const [stays, leaves] = await pair(stage);
      await leaves.publishTone();
      const remote = stays.room.remoteParticipants.get('second')!;
      await until('the track', () => remote.trackPublications.size === 1);
      await leaves.close();
      await until('the end', () => stays.events.includes('disconnected second'));
      assert.equal(remote.trackPublications.size, 0);
      assert.equal(stays.room.remoteParticipants.size, 0);
    },
  },
  {
    name: 'four publishers leave at the same moment, and each is told that it has left',
    async run(stage) {
      const clients: NodeClient[] = [];
      for (const name of ['a', 'b', 'c', 'd']) clients.push(await stage.node(name));
      for (const client of clients) await client.publishTone();
      const everything = ({ room }: NodeClient) =>
        room.remoteParticipants.size === 3 &&
        [...room.remoteParticipants.values()].every(({ trackPublications }) => trackPublications.size === 1);
      await until('all tracks everywhere', () => clients.every(everything));
      await Promise.all(clients.map((client) => client.close()));
      for (const { room, events } of clients) {
        await until('the end', () => events.includes('disconnected'));
        assert.equal(room.isConnected, false);
      }
    },
  },
  {
    name: 'a Node client that loses its signalling continues with the same track',
    run: (stage) => keepsItsSound(stage, SimulateScenarioKind.SIMULATE_SIGNAL_RECONNECT, false),
  },
  {
    name: 'a Node client that reconnects from scratch publishes its track once more, and only once',
    run: (stage) => keepsItsSound(stage, SimulateScenarioKind.SIMULATE_FULL_RECONNECT, true),
  },
];
