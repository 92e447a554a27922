import { RateGate } from '../lib/rate-gate.ts';
import type { RoomServerLimits } from './limits.ts';

/** A room that may be joined, and its owner, by whom joins are counted. */
export interface AdmittedRoom {
  readonly room: string;
  readonly owner: string;
  /** Whether an end user of the owner began it, such as a visitor of a page: theirs leave some joins to the owner's others. */
  readonly isOfEndUser?: boolean;
}

/**
 * The rooms that may be joined. Without a list, every room that a token names (LiveKit's `room.auto_create`), each with
 * an owner of its own; with a list, a token alone cannot create a room, nor a deleted one again.
 */
export class Admissions {
  readonly #rooms: Map<string, AdmittedRoom> | undefined;
  /** By how much the wall clock was ahead of the monotonic one, in milliseconds, when each room was admitted. */
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
   * How far the wall clock has jumped, or the machine was suspended, since the room was admitted. Its tokens are valid
   * for the room's running time, regardless of clock jumps, and are useless once it is sealed.
   */
  clockJumpMs(room: string): number {
    const offset = this.#clockOffsets.get(room);
    return offset === undefined ? 0 : Math.abs(clockOffsetMs() - offset);
  }

  /** No further joins are accepted. Present participants stay until the room is deleted. */
  seal(room: string): void {
    const owner = this.ownerOf(room);
    this.#rooms?.delete(room);
    this.#clockOffsets.delete(room);
    if (owner === undefined || [...(this.#rooms?.values() ?? [])].some((other) => other.owner === owner))
      return;
    this.#gates.delete(owner);
    this.#gatesOfEndUsers.delete(owner);
  }

  /** @returns undefined where the room may not be joined. */
  ownerOf(room: string): string | undefined {
    return this.#rooms ? this.#rooms.get(room)?.owner : room;
  }

  /** Whether the joins of a room count against the part of its owner's that end users have together. */
  isOfEndUser(room: string): boolean {
    return this.#rooms?.get(room)?.isOfEndUser === true;
  }

  /** Counts a join. @returns false when the owner of the room had too many lately. */
  passJoin(room: string): boolean {
    const owner = this.ownerOf(room);
    // Without a list, tokens could name any number of owners, which would never be removed.
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
