/** Requests of one caller in flight, in this process: from when a request's body has come until its answer has been read. */
export const IN_FLIGHT = {
  organization: 32,
  /** Lists of one organization: a page may have megabytes. */
  lists: 2,
  /** Previews of faces, and trials of model servers, of one organization: each takes seconds. */
  previews: 1,
  /** Requests, and lists, of one member; those of all members are as many as those of the organization's keys. */
  member: { requests: 16, lists: 1 },
  /** Requests of one end user; of an organization's end users at one address; of all its end users. */
  user: 8,
  usersOfAddress: 32,
  users: 64,
  /** Pictures with a signed address. */
  address: 32,
};

/** Requests that wait for one of these places, of one caller: as many as a third of its limit per minute. */
export const MAX_WAITING = 1_000;

/**
 * Bytes of bodies in flight, in this process: of one owner, of its end users or visitors in one block of addresses, and of
 * all. Who has none may always send one.
 */
export const BODIES = { ofOne: 64 * 1024 * 1024, ofAddress: 16 * 1024 * 1024, all: 256 * 1024 * 1024 };

/** Requests that are worked on: heavy ones cost tens of milliseconds of this process or of the store. */
export const AT_WORK = { light: { atOnce: 16, ofOne: 4 }, heavy: { atOnce: 4, ofOne: 1 } };
/** After so long the next request may begin: what takes longer waits for something that is not shared here, or has a queue of its own. */
export const LONGEST_WORK_MS = 1_000;
