import type { UsagePart } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { type BillingCycle, billingCycle } from '../organizations/billing-cycle.ts';
import type { Organization } from '../organizations/organization.ts';
import type { PageRequest } from '../owned.ts';
import type { DomainEvent } from '../webhooks/domain-event.ts';
import { usageEvent } from '../webhooks/make-events.ts';

export interface UserUsageRow {
  user: string | null;
  client: string | null;
  /** The embed whose visitors this row sums up; their `user` is `null`. */
  embedId: string | null;
  conversations: number;
  seconds: number;
  /** Price in the organization's currency. */
  charge: number;
}

export interface PartUsageRow extends Pick<UserUsageRow, 'conversations' | 'seconds' | 'charge'> {
  /** A day, or an id; `null` for none, and if only totals were kept. */
  key: string | null;
}

/** Totals of conversations that started in a cycle; running ones count up to `now`. */
export interface UsageStore {
  byUser(
    organizationId: string,
    cycle: BillingCycle,
    now: Date,
    page: PageRequest & { user?: string },
  ): Promise<{ rows: UserUsageRow[]; total: number }>;
  /** Returns at most 100 rows: days in order, other parts ordered by seconds. */
  byPart(organizationId: string, cycle: BillingCycle, now: Date, part: UsagePart): Promise<PartUsageRow[]>;
  seconds(
    organizationId: string,
    cycle: BillingCycle,
    now: Date,
    filter?: { freemium: boolean },
  ): Promise<number>;
  /** Records, once per cycle, that the threshold was reached, together with the event that reports it. */
  reachThreshold(
    organizationId: string,
    cycle: BillingCycle,
    percent: number,
    toEvents: () => readonly DomainEvent[],
  ): Promise<void>;
}

/** Percentages of `monthlySeconds` that are reported to webhooks. */
const USAGE_THRESHOLDS = [80, 100] as const;

/** `at` selects the billing cycle; by default the current one. */
export function createUsage(store: UsageStore, clock: Clock) {
  const seconds = (organization: Organization, filter?: { freemium: boolean }) => {
    const now = clock();
    return store.seconds(organization.id, billingCycle(organization.anchorDay, now), now, filter);
  };
  return {
    /** Returns the seconds used in this cycle; reports the thresholds that they have reached. */
    async checkThresholds(organization: Organization) {
      const used = await seconds(organization);
      const { id, monthlySeconds } = organization;
      if (monthlySeconds === null || monthlySeconds <= 0) return used;
      const now = clock();
      const cycle = billingCycle(organization.anchorDay, now);
      for (const percent of USAGE_THRESHOLDS) {
        if (used * 100 < monthlySeconds * percent) continue;
        await store.reachThreshold(id, cycle, percent, () => [
          usageEvent(id, now, { percent, seconds: used, monthlySeconds }, cycle),
        ]);
      }
      return used;
    },
    async byUser(organization: Organization, page: PageRequest & { user?: string }, at?: Date) {
      const now = clock();
      const cycle = billingCycle(organization.anchorDay, at ?? now);
      return { ...page, cycle, ...(await store.byUser(organization.id, cycle, now, page)) };
    },
    async byPart(organization: Organization, part: UsagePart, at?: Date) {
      const now = clock();
      const cycle = billingCycle(organization.anchorDay, at ?? now);
      return { cycle, rows: await store.byPart(organization.id, cycle, now, part) };
    },
    secondsThisCycle: (organization: Organization) => seconds(organization),
    freemiumSecondsThisCycle: (organization: Organization) => seconds(organization, { freemium: true }),
  };
}

export type Usage = ReturnType<typeof createUsage>;
