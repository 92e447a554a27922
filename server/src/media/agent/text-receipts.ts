import { TEXT_ID_ATTRIBUTE } from '@visavis/contracts';
import { RecentSet } from '../../lib/recent-set.ts';
import type { RoomLink } from '../room/room-link.ts';

/** Ids that are remembered. A client sends a text again for half a minute. */
const MAX_IDS = 200;
/** Characters of an id. A longer one counts as none. */
const MAX_ID_LENGTH = 64;

/** Confirms texts to the client that has given them ids, and knows those that it sends again. */
export class TextReceipts {
  readonly #room: Pick<RoomLink, 'sendEvent'>;
  readonly #taken = new RecentSet<string>(MAX_IDS);

  constructor(room: Pick<RoomLink, 'sendEvent'>) {
    this.#room = room;
  }

  /** @param attributes of the text @returns whether it is new; one without an id always is */
  take({ [TEXT_ID_ATTRIBUTE]: textId }: Record<string, string>): boolean {
    if (!textId || textId.length > MAX_ID_LENGTH) return true;
    const isNew = !this.#taken.has(textId);
    this.#taken.add(textId);
    // Also for one that was taken before: the client did not receive the confirmation.
    this.#room.sendEvent({ type: 'text_taken', textId });
    return isNew;
  }
}
