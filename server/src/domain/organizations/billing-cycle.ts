export interface BillingCycle {
  /** Inclusive. */
  start: Date;
  /** Exclusive: the start of the next one. */
  end: Date;
}

/** Returns the monthly cycle that contains `at`; it begins on `anchorDay` (1..28) at midnight UTC. */
export function billingCycle(anchorDay: number, at: Date): BillingCycle {
  const months = at.getUTCDate() >= anchorDay ? 0 : -1;
  const begin = (shift: number) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + shift, anchorDay));
  return { start: begin(0), end: begin(1) };
}
