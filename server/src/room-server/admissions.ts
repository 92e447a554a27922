import { RateGate } from '../lib/rate-gate.ts';
import type { RoomServerLimits } from './limits.ts';

/** A room that may be joined, and the owner that its joins are counted against. */
export interface AdmittedRoom {
  readonly room: string;
  readonly owner: string;
  /** Whether an end user, such as a visitor of a page, opened the room. Such rooms get only part of the joins. */
  readonly isOfEndUser?: boolean;
}

/**
 * The rooms that may be joined. Without a list, every room that a token names (LiveKit's `room.auto_create`), each its
 * own owner. With a list, a token alone can neither create a room nor recreate a deleted one.
 */
export class Admissions {
  readonly #rooms: Map<string, AdmittedRoom> | undefined;
  /** How far the wall clock was ahead of the monotonic clock when each room was admitted, in milliseconds. */
  readonly #clockOffsets = new Map<string, number>();
  readonly #gates = new Map<string, RateGate>();
  readonly #gatesOfEndUsers = new Map<string, RateGate>();
  readonly #limits: RoomServerLimits;

  constructor(admitted: readonly AdmittedRoom[] | undefined, limits: RoomServerLimits) {
    this.#rooms = admitted && new Map(admitted.map((one) => [one.room, one]));
    this.#limits = limits;
    for (const { room } of admitted ?? []) this.#clockOffsets.set(room, clockOffsetMs());
  }

  admit(admitted: AdmittedRoom): void {
    this.#rooms?.set(admitted.room, admitted);
    if (this.#rooms) this.#clockOffsets.set(admitted.room, clockOffsetMs());
  }

  /**
   * Returns by how many milliseconds the wall clock has jumped (or the machine slept) since the room was admitted. Its
   * tokens are valid while it runs, regardless of clock jumps, and useless once it is sealed.
   */
  clockJumpMs(room: string): number {
    const offset = this.#clockOffsets.get(room);
    return offset === undefined ? 0 : Math.abs(clockOffsetMs() - offset);
  }

  /** Accepts no further joins. Participants who are present stay until the room is deleted. */
  seal(room: string): void {
    const owner = this.ownerOf(room);
    this.#rooms?.delete(room);
    this.#clockOffsets.delete(room);
    if (owner === undefined || [...(this.#rooms?.values() ?? [])].some((other) => other.owner === owner))
      return;
    this.#gates.delete(owner);
    this.#gatesOfEndUsers.delete(owner);
  }

  /** Returns the owner of a room, or undefined if the room may not be joined. */
  ownerOf(room: string): string | undefined {
    return this.#rooms ? this.#rooms.get(room)?.owner : room;
  }

  /** Whether the joins of a room count against the share of its owner's joins that all end users have together. */
  isOfEndUser(room: string): boolean {
    return this.#rooms?.get(room)?.isOfEndUser === true;
  }

  /** Counts a join. @returns false if the room's owner has had too many recently. */
  passJoin(room: string): boolean {
    const owner = this.ownerOf(room);
    // Without a list, tokens could name any number of owners, whose entries would never be removed.
    if (owner === undefined || !this.#rooms) return true;
    const { joinsPerSecondPerOwner, joinsPerSecondOfEndUsers } = this.#limits;
    if (this.isOfEndUser(room) && !passOf(this.#gatesOfEndUsers, owner, joinsPerSecondOfEndUsers))
      return false;
    return passOf(this.#gates, owner, joinsPerSecondPerOwner);
  }
}

function passOf(gates: Map<string, RateGate>, owner: string, perSecond: number): boolean {
  const gate = gates.get(owner) ?? new RateGate(perSecond);
  gates.set(owner, gate);
  return gate.pass();
}

const clockOffsetMs = () => Date.now() - performance.now();
