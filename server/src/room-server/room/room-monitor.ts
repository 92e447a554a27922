import {
  ConnectionQuality,
  ConnectionQualityInfo,
  ConnectionQualityUpdate,
  type Room,
  RoomUpdate,
  SpeakerInfo,
  SpeakersChanged,
} from '@livekit/protocol';
import { Bandwidth } from './bandwidth.ts';
import type { ForEach, Participant } from './participant.ts';
import { WantedLayers } from './wanted-layers.ts';

/** A participant counts as speaking, as in LiveKit, if louder than -35 dBov in 40% of the packets of an interval. */
const SPEAKING_DBOV = 35;
const MIN_SHARE = 0.4;
/** The change of loudness (0 to 1) that is worth an update. */
const MIN_CHANGE = 0.1;

/** @param levels -dBov of each packet, as in the audio level extension (RFC 6464). @returns 0 (silence) to 1. */
function loudnessOf(levels: readonly number[]): number {
  const loud = levels.filter((level) => level <= SPEAKING_DBOV);
  if (levels.length === 0 || loud.length < levels.length * MIN_SHARE) return 0;
  const mean = loud.reduce((sum, level) => sum + level, 0) / loud.length;
  return 10 ** (-mean / 20);
}

/** Detects who is speaking, from the audio levels in clients' packets. */
class Speakers {
  readonly #reported = new Map<string, number>();

  /** Must be called a few times a second. @returns what changed, or undefined. */
  update(forEach: ForEach): SpeakersChanged | undefined {
    const speakers: SpeakerInfo[] = [];
    const present = new Set<string>();
    forEach(({ sid, publisher }) => {
      present.add(sid);
      let level = 0;
      for (const track of publisher.tracks.values()) {
        const levels = track.uplink.takeAudioLevels();
        if (!track.info.muted) level = Math.max(level, loudnessOf(levels));
      }
      const before = this.#reported.get(sid) ?? 0;
      if (level > 0 === before > 0 && Math.abs(level - before) < MIN_CHANGE) return;
      if (level > 0) this.#reported.set(sid, level);
      else this.#reported.delete(sid);
      speakers.push(new SpeakerInfo({ sid, level, active: level > 0 }));
    });
    for (const sid of this.#reported.keys()) if (!present.has(sid)) this.#reported.delete(sid);
    return speakers.length === 0 ? undefined : new SpeakersChanged({ speakers });
  }
}

/** The maximum packet loss (as a fraction) of an excellent and of a good connection. */
const EXCELLENT_LOSS = 0.02;
const GOOD_LOSS = 0.08;

/** Rates the quality of a connection by its packet loss in both directions, with LiveKit's scores: 5 is perfect. */
function qualityOf(participant: Participant): ConnectionQualityInfo {
  const { sid, publisher, subscriber } = participant;
  if (subscriber.transport.silent || publisher.transport.silent) {
    return new ConnectionQualityInfo({ participantSid: sid, quality: ConnectionQuality.LOST, score: 0 });
  }
  const loss = Math.max(publisher.uplink.loss, subscriber.downlink.loss);
  const quality =
    loss <= EXCELLENT_LOSS
      ? ConnectionQuality.EXCELLENT
      : loss <= GOOD_LOSS
        ? ConnectionQuality.GOOD
        : ConnectionQuality.POOR;
  return new ConnectionQualityInfo({ participantSid: sid, quality, score: Math.max(1, 5 - loss * 20) });
}

const SPEAKERS_MS = 400;
const BANDWIDTH_MS = 1_000;
const QUALITY_EVERY = 5;
const UPDATES_BEFORE_DECREASE = 3;

interface MonitorTasks {
  /** Runs work for one participant, which is removed if it throws. */
  attempt(participant: Participant, work: () => void): void;
  endSilentStreams(participant: Participant): void;
  evictUnresponsive(participant: Participant): void;
}

/** The periodic work of a room: active speakers, participant counts, connection quality and bandwidth. */
export class RoomMonitor {
  readonly #timers: NodeJS.Timeout[];
  readonly #speakers = new Speakers();
  readonly #bandwidth = new Bandwidth();
  readonly #layers = new WantedLayers(UPDATES_BEFORE_DECREASE);
  readonly #participants: ReadonlyMap<string, Participant>;
  readonly #roomInfo: () => Room;
  readonly #tasks: MonitorTasks;
  #seconds = 0;
  #reported = { participants: 0, publishers: 0 };

  constructor(participants: ReadonlyMap<string, Participant>, roomInfo: () => Room, tasks: MonitorTasks) {
    this.#participants = participants;
    this.#roomInfo = roomInfo;
    this.#tasks = tasks;
    this.#timers = [
      setInterval(() => this.#updateSpeakers(), SPEAKERS_MS),
      setInterval(() => this.#updateConnections(), BANDWIDTH_MS),
    ];
  }

  readonly #forEach: ForEach = (work) => {
    for (const participant of this.#participants.values())
      this.#tasks.attempt(participant, () => work(participant));
  };

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Sends publishers increases of the wanted layers at once. */
  updateWantedLayers(): void {
    this.#layers.update(this.#participants, this.#forEach, false);
  }

  #updateSpeakers(): void {
    const value = this.#speakers.update(this.#forEach);
    if (value === undefined) return;
    this.#forEach((participant) => participant.send({ case: 'speakersChanged', value }));
  }

  /** Sends the room's counts if they changed, for `numParticipants` of the clients. */
  #updateCounts(): void {
    const room = this.#roomInfo();
    const { numParticipants: participants, numPublishers: publishers } = room;
    if (participants === this.#reported.participants && publishers === this.#reported.publishers) return;
    this.#reported = { participants, publishers };
    const value = new RoomUpdate({ room });
    this.#forEach((participant) => participant.send({ case: 'roomUpdate', value }));
  }

  #updateConnections(): void {
    this.#updateCounts();
    this.#bandwidth.update(this.#forEach);
    this.#layers.update(this.#participants, this.#forEach);
    if (++this.#seconds % QUALITY_EVERY !== 0) return;
    const updates: ConnectionQualityInfo[] = [];
    this.#forEach((participant) => {
      this.#tasks.endSilentStreams(participant);
      this.#tasks.evictUnresponsive(participant);
      if (participant.active) updates.push(qualityOf(participant));
    });
    if (updates.length === 0) return;
    const value = new ConnectionQualityUpdate({ updates });
    this.#forEach((participant) => participant.send({ case: 'connectionQuality', value }));
  }
}
