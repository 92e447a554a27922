import type { GeneratedAlways } from 'kysely';

/** The filters of a list. Null in a change: the row has none; null in a count: all rows. */
interface Counted {
  /** Name of the table whose rows are listed, or `usage`. */
  list: string;
  /** The organization. */
  owner: string;
  client: string | null;
  /** The embed of a conversation, the avatar of a memory. */
  facet: string | null;
  day: string | null;
  status: string;
  reason: string;
}

export interface ListChangeTable extends Counted {
  id: GeneratedAlways<string>;
  n: number;
  user: string | null;
  freemium: boolean | null;
  seconds: string | null;
  charge: string | null;
}

export interface ListCountTable extends Counted {
  n: string;
}

/** Conversations of a billing cycle that have ended, by user. */
export interface UsageTotalTable {
  owner: string;
  cycle_start: string;
  user: string | null;
  client: string | null;
  embed_id: string | null;
  conversations: number;
  seconds: string;
  charge: string;
}

export interface UsageDayTable {
  owner: string;
  day: string;
  freemium: boolean;
  seconds: string;
}
