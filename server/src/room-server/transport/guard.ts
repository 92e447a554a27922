/** Does work for one peer, in a timer or an event. A fault in it ends that peer's connection, and not the room server. */
export type Guard = (work: () => void) => void;

/** For what stands alone. */
export const unguarded: Guard = (work) => work();
