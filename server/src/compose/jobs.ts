import type { Services } from '../domain/services.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../store/open-database.ts';
import type { ComposedEvents } from './events.ts';
import type { ComposedKnowledge } from './knowledge.ts';
import type { Keep } from './opened-parts.ts';
import { startCounting, startRetention } from './periodic-jobs.ts';
import { startReaping } from './reaping.ts';
import type { ComposedWebsites } from './websites.ts';

/** Starts all that this process does without being asked. */
export async function startJobs(needs: {
  log: Logger;
  keep: Keep;
  database: Database;
  services: Services;
  knowledge: ComposedKnowledge;
  websites: ComposedWebsites;
  events: ComposedEvents;
}): Promise<void> {
  const { log, keep, database, services } = needs;
  const start = (name: string, starting: Promise<{ stop(): Promise<void> }>) =>
    keep(name, starting, (jobs) => jobs.stop());
  await start('the indexing of documents', needs.knowledge.start(services.documents));
  await start('the reading of websites', needs.websites.start(services.websites));
  await start('the counts', startCounting(database, log));
  await start('the events', needs.events.start(services.deliveries));
  await start('the retention', startRetention(database, services, log));
  await start('the reaper', Promise.resolve(startReaping(services, log)));
}
