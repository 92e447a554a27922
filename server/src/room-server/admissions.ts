import { RateGate } from '../lib/rate-gate.ts';

/** A room that may be joined, and whoever it belongs to: the owner's joins are counted together. */
export interface AdmittedRoom {
  readonly room: string;
  readonly owner: string;
}

/**
 * Which rooms may be joined. Without a list any that a token names (LiveKit's `room.auto_create`), each an owner of its own;
 * with one, a token alone makes no room, and no room anew.
 */
export class Admissions {
  readonly #owners: Map<string, string> | undefined;
  /** By admitted room: what the wall clock was ahead of the monotonic one, in milliseconds, when it was admitted. */
  readonly #clockOffsets = new Map<string, number>();
  readonly #gates = new Map<string, RateGate>();
  readonly #joinsPerSecond: number;

  constructor(admitted: readonly AdmittedRoom[] | undefined, joinsPerSecond: number) {
    this.#owners = admitted && new Map(admitted.map(({ room, owner }) => [room, owner]));
    this.#joinsPerSecond = joinsPerSecond;
    for (const { room } of admitted ?? []) this.#clockOffsets.set(room, clockOffsetMs());
  }

  admit({ room, owner }: AdmittedRoom): void {
    this.#owners?.set(room, owner);
    if (this.#owners) this.#clockOffsets.set(room, clockOffsetMs());
  }

  /**
   * How far the wall clock has jumped, or the machine slept, since the room was admitted. Its tokens were made for its running
   * time, and lead nowhere once it is sealed: they are good for that time whatever the wall clock says meanwhile.
   */
  clockJumpMs(room: string): number {
    const offset = this.#clockOffsets.get(room);
    return offset === undefined ? 0 : Math.abs(clockOffsetMs() - offset);
  }

  /** Nobody comes in from now on. Whoever is there stays until the room is deleted. */
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

  /** Counts a join. @returns false when its owner had too many lately. */
  passJoin(room: string): boolean {
    const owner = this.ownerOf(room);
    // Without a list the owners would be whatever tokens name, and never forgotten.
    if (owner === undefined || !this.#owners) return true;
    let gate = this.#gates.get(owner);
    if (!gate) {
      gate = new RateGate(this.#joinsPerSecond);
      this.#gates.set(owner, gate);
    }
    return gate.pass();
  }
}

const clockOffsetMs = () => Date.now() - performance.now();
