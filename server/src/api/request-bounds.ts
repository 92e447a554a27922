/** Maximum requests in flight per caller in this process, from the arrival of the body until the response was read. */
export const IN_FLIGHT = {
  organization: 32,
  /** Lists of one organization: a page may have megabytes. */
  lists: 2,
  /** Previews of faces and trials of model servers, of one organization: each takes seconds. */
  previews: 1,
  /** Requests and lists of one member; all members together have as many as the organization's keys. */
  member: { requests: 16, lists: 1 },
  /** Requests of one end user; of an organization's end users at one address; of all its end users. */
  user: 8,
  usersOfAddress: 32,
  users: 64,
  /** Pictures with a signed address. */
  address: 32,
};

/** Maximum requests of one caller that wait for one of these slots: a third of its limit per minute. */
export const MAX_WAITING = 1_000;

/**
 * Maximum bytes of bodies in flight in this process: of one owner; of its end users or visitors in one address block;
 * and of all. A caller without one may always send one.
 */
export const BODIES = { ofOne: 64 * 1024 * 1024, ofAddress: 16 * 1024 * 1024, all: 256 * 1024 * 1024 };

/** Maximum requests processed at once: heavy ones cost tens of milliseconds of this process or of the store. */
export const CONCURRENT_REQUESTS = { light: { atOnce: 16, ofOne: 4 }, heavy: { atOnce: 4, ofOne: 1 } };
/** After this time the next request may start: what takes longer waits for something unshared or queued elsewhere. */
export const MAX_TURN_MS = 1_000;
