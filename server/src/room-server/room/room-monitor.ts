import { ConnectionQualityUpdate, type Room, RoomUpdate } from '@livekit/protocol';
import { Bandwidth } from './bandwidth.ts';
import { qualityOf } from './connection-quality.ts';
import type { Participant } from './participant.ts';
import { Speakers } from './speakers.ts';
import { WantedLayers } from './wanted-layers.ts';

const SPEAKERS_MS = 400;
const BANDWIDTH_MS = 1_000;
const QUALITY_EVERY = 5;
const FALL_PATIENCE = 3;

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
  #seconds = 0;
  #told = { participants: 0, publishers: 0 };

  constructor(participants: ReadonlyMap<string, Participant>, roomInfo: () => Room) {
    this.#participants = participants;
    this.#roomInfo = roomInfo;
    this.#timers = [
      setInterval(() => this.#updateSpeakers(), SPEAKERS_MS),
      setInterval(() => this.#updateConnections(), BANDWIDTH_MS),
    ];
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #updateSpeakers(): void {
    const value = this.#speakers.update(this.#participants.values());
    if (value === undefined) return;
    for (const participant of this.#participants.values())
      participant.send({ case: 'speakersChanged', value });
  }

  /** `numParticipants` of clients is what the server last said. */
  #updateCounts(): void {
    const room = this.#roomInfo();
    const { numParticipants: participants, numPublishers: publishers } = room;
    if (participants === this.#told.participants && publishers === this.#told.publishers) return;
    this.#told = { participants, publishers };
    const value = new RoomUpdate({ room });
    for (const participant of this.#participants.values()) participant.send({ case: 'roomUpdate', value });
  }

  #updateConnections(): void {
    this.#updateCounts();
    this.#bandwidth.update(this.#participants);
    this.#layers.update(this.#participants);
    if (++this.#seconds % QUALITY_EVERY !== 0) return;
    const updates = [...this.#participants.values()]
      .filter((participant) => participant.active)
      .map(qualityOf);
    if (updates.length === 0) return;
    const value = new ConnectionQualityUpdate({ updates });
    for (const participant of this.#participants.values())
      participant.send({ case: 'connectionQuality', value });
  }
}
