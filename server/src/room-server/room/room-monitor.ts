import {
  type ConnectionQualityInfo,
  ConnectionQualityUpdate,
  type Room,
  RoomUpdate,
} from '@livekit/protocol';
import { Bandwidth } from './bandwidth.ts';
import { qualityOf } from './connection-quality.ts';
import type { ForEach, Participant } from './participant.ts';
import { Speakers } from './speakers.ts';
import { WantedLayers } from './wanted-layers.ts';

const SPEAKERS_MS = 400;
const BANDWIDTH_MS = 1_000;
const QUALITY_EVERY = 5;
const FALL_PATIENCE = 3;

interface MonitorTasks {
  /** Does work for one participant, who is put out where it fails. */
  attempt(participant: Participant, work: () => void): void;
  endSilentStreams(participant: Participant): void;
  putOutStuck(participant: Participant): void;
}

/**
 * The regular work of a room: active speakers, the number of participants, the quality and the bandwidth of
 * connections.
 */
export class RoomMonitor {
  readonly #timers: NodeJS.Timeout[];
  readonly #speakers = new Speakers();
  readonly #bandwidth = new Bandwidth();
  readonly #layers = new WantedLayers(FALL_PATIENCE);
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

  #updateSpeakers(): void {
    const value = this.#speakers.update(this.#forEach);
    if (value === undefined) return;
    this.#forEach((participant) => participant.send({ case: 'speakersChanged', value }));
  }

  /** `numParticipants` of clients is what the server last said. */
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
      this.#tasks.putOutStuck(participant);
      if (participant.active) updates.push(qualityOf(participant));
    });
    if (updates.length === 0) return;
    const value = new ConnectionQualityUpdate({ updates });
    this.#forEach((participant) => participant.send({ case: 'connectionQuality', value }));
  }
}
