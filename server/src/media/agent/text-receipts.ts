import { TEXT_ID_ATTRIBUTE } from '@visavis/contracts';
import { RecentSet } from '../../lib/recent-set.ts';
import type { RoomLink } from '../room/room-link.ts';

/** Number of ids that are remembered. A client repeats an unconfirmed text for half a minute. */
const MAX_IDS = 200;
/** Maximum characters of an id. A longer one is ignored. */
const MAX_ID_LENGTH = 64;

/** Confirms texts to clients that gave them ids, and detects repeated ones. */
export class TextReceipts {
  readonly #room: Pick<RoomLink, 'sendEvent'>;
  readonly #confirmedIds = new RecentSet<string>(MAX_IDS);

  constructor(room: Pick<RoomLink, 'sendEvent'>) {
    this.#room = room;
  }

  /** @param attributes the text's attributes @returns whether the text is new; one without an id always is */
  confirm({ [TEXT_ID_ATTRIBUTE]: textId }: Record<string, string>): boolean {
    if (!textId || textId.length > MAX_ID_LENGTH) return true;
    const isNew = !this.#confirmedIds.has(textId);
    this.#confirmedIds.add(textId);
    // Confirm a repeated text too: the client did not receive the first confirmation.
    this.#room.sendEvent({ type: 'text_taken', textId });
    return isNew;
  }
}
