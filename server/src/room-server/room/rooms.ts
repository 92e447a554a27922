import { EventEmitter } from 'node:events';
import { DisconnectReason } from '@livekit/protocol';
import type { RoomServerLimits } from '../limits.ts';
import type { Log } from '../log.ts';
import { Room } from './room.ts';
import type { RoomSettings } from './room-settings.ts';

export interface RoomsEvents {
  started: [room: Room];
}

export class Rooms extends EventEmitter<RoomsEvents> {
  readonly #byName = new Map<string, Room>();
  readonly #limits: RoomServerLimits;
  readonly #log: Log;

  constructor(limits: RoomServerLimits, log: Log) {
    super();
    this.#limits = limits;
    this.#log = log;
  }

  get(name: string): Room | undefined {
    return this.#byName.get(name);
  }

  list(): Room[] {
    return [...this.#byName.values()];
  }

  get participantCount(): number {
    return this.list().reduce((sum, room) => sum + room.participants.size, 0);
  }

  /** Returns the room, or creates it. @returns undefined if there are too many rooms. */
  open(name: string, settings?: Partial<RoomSettings>): Room | undefined {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    if (this.#byName.size >= this.#limits.rooms) return undefined;
    const room = new Room(name, this.#limits, this.#log, settings);
    this.#byName.set(name, room);
    room.on('finished', () => {
      if (this.#byName.get(name) === room) this.#byName.delete(name);
    });
    this.emit('started', room);
    return room;
  }

  close(): void {
    for (const room of this.list()) room.finish(DisconnectReason.SERVER_SHUTDOWN);
  }
}
