import { RateGate } from '../lib/rate-gate.ts';
import type { RoomServerLimits } from './limits.ts';

/** A room that may be joined, and its owner, by whom joins are counted. */
export interface AdmittedRoom {
  readonly room: string;
  readonly owner: string;
}

/**
 * The rooms that may be joined. Without a list, every room that a token names (LiveKit's `room.auto_create`), each with
 * an owner of its own; with a list, a token alone cannot create a room, nor a deleted one again.
 */
export class Admissions {
  readonly #owners: Map<string, string> | undefined;
  /** By admitted room: what the wall clock was ahead of the monotonic one, in milliseconds, when it was admitted. */
  readonly #clockOffsets = new Map<string, number>();
  readonly #gates = new Map<string, RateGate>();
  readonly #limits: RoomServerLimits;

  constructor(admitted: readonly AdmittedRoom[] | undefined, limits: RoomServerLimits) {
    this.#owners = admitted && new Map(admitted.map(({ room, owner }) => [room, owner]));
    this.#limits = limits;
    for (const { room } of admitted ?? []) this.#clockOffsets.set(room, clockOffsetMs());
  }

  admit({ room, owner }: AdmittedRoom): void {
    this.#owners?.set(room, owner);
    if (this.#owners) this.#clockOffsets.set(room, clockOffsetMs());
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
    this.#owners?.delete(room);
    this.#clockOffsets.delete(room);
    if (owner !== undefined && ![...(this.#owners?.values() ?? [])].includes(owner))
      this.#gates.delete(owner);
  }

  /** @returns undefined where the room may not be joined. */
  ownerOf(room: string): string | undefined {
    return this.#owners ? this.#owners.get(room) : room;
  }

  /** Counts a join. @returns false when the owner of the room had too many lately. */
  passJoin(room: string): boolean {
    const owner = this.ownerOf(room);
    // Without a list, tokens could name any number of owners, which would never be removed.
    if (owner === undefined || !this.#owners) return true;
    const gate = this.#gates.get(owner) ?? new RateGate(this.#limits.joinsPerSecondPerOwner);
    this.#gates.set(owner, gate);
    return gate.pass();
  }
}

const clockOffsetMs = () => Date.now() - performance.now();
