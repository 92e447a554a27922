import { LastPlace } from '../../lib/last-place.ts';
import { DomainError } from '../errors.ts';
import type { Embed } from './embeds.ts';

/** Decides which address may take the last free place of an embed. */
export class VisitorTurns {
  readonly #lastPlace = new LastPlace({ waitingMs: 300_000, maxRemembered: 100 });

  /**
   * @param start starts a conversation if fewer than `places` are running
   * @throws DomainError like `start`
   */
  async take<Started>(
    address: string,
    { concurrentConversations, maxSeconds }: Pick<Embed, 'concurrentConversations' | 'maxSeconds'>,
    now: number,
    start: (places: number) => Promise<Started>,
  ): Promise<Started> {
    const hadOne = this.#lastPlace.hasBegun(address, now);
    const leavesOne = hadOne && this.#lastPlace.isReserved(now);
    const takeBack = this.#lastPlace.begun(address, now + maxSeconds * 1_000);
    try {
      const started = await start(concurrentConversations - (leavesOne ? 1 : 0));
      this.#lastPlace.admitted(address);
      return started;
    } catch (error) {
      takeBack();
      if (!hadOne && error instanceof DomainError && error.code === 'concurrency_limit')
        this.#lastPlace.refused(address, now);
      throw error;
    }
  }
}
