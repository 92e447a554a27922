import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../clock.ts';
import type { ConversationMetrics } from '../conversations/conversation-metrics.ts';
import type { Organization } from '../organizations/organization.ts';
import type { OrganizationStore } from '../organizations/organizations.ts';
import { eraseInBatches } from './erasure.ts';
import { addErased, type ErasureStore, NOTHING_ERASED } from './erasure-store.ts';

/** Nobody waits for this job, so it leaves the store to requests for most of the time. */
const PAUSE_FACTOR = 3;
const MEMORIES_AT_ONCE = 1000;
const ORGANIZATIONS_AT_ONCE = 50;
const DAY_MS = 24 * 3600 * 1000;

/** Erases data older than the organization's retention period, or the service's default. */
export function createRetention(needs: {
  store: ErasureStore;
  organizations: Pick<OrganizationStore, 'list'>;
  /** Days, for organizations without a setting; 0 means forever. */
  defaultDays: number;
  metrics?: Pick<ConversationMetrics, 'erased'> | undefined;
  clock: Clock;
  logger: Logger;
}) {
  const { store, organizations, defaultDays, metrics, clock, logger } = needs;
  /** Returns for how many days the organization keeps ended conversations; 0 means until they are deleted. */
  const daysOf = ({ retentionDays }: Pick<Organization, 'retentionDays'>) => retentionDays ?? defaultDays;

  async function applyTo(organization: Organization, signal: AbortSignal): Promise<void> {
    const days = daysOf(organization);
    if (days === 0) return;
    const organizationId = organization.id;
    const before = new Date(clock().getTime() - days * DAY_MS);
    let erased = NOTHING_ERASED;
    const erase = (maxConversations: number) => store.eraseEnded(organizationId, before, maxConversations);
    for await (const batch of eraseInBatches(erase, PAUSE_FACTOR, signal)) {
      erased = addErased(erased, batch);
      metrics?.erased('retention', { ...batch, memories: 0 });
    }
    let memories = 0;
    for (let lastCount = MEMORIES_AT_ONCE; lastCount === MEMORIES_AT_ONCE && !signal.aborted; ) {
      lastCount = await store.eraseMemories(organizationId, before, MEMORIES_AT_ONCE);
      memories += lastCount;
    }
    if (memories > 0) metrics?.erased('retention', { ...NOTHING_ERASED, memories });
    if (erased.conversations === 0 && memories === 0) return;
    logger.info(
      { event: 'retention.applied', organizationId, days, ...erased, memories },
      'retention erased expired data',
    );
  }

  return {
    daysOf,
    /** Erases in pieces, one organization after the other, until all is done or `signal` fires. */
    async apply(signal: AbortSignal) {
      for (let skip = 0; !signal.aborted; skip += ORGANIZATIONS_AT_ONCE) {
        const { rows } = await organizations.list({ skip, take: ORGANIZATIONS_AT_ONCE });
        for (const organization of rows) {
          if (!signal.aborted) await applyTo(organization, signal);
        }
        if (rows.length < ORGANIZATIONS_AT_ONCE) return;
      }
    },
  };
}
