import type { Services } from '../domain/services.ts';
import type { ComposedEvents } from './events.ts';
import type { Foundation } from './foundation.ts';
import type { ComposedKnowledge } from './knowledge.ts';
import { startPeriodicJobs } from './periodic-jobs.ts';
import type { ComposedWebsites } from './websites.ts';

/** Starts everything that this process does in the background. */
export async function startJobs(
  foundation: Foundation,
  services: Services,
  {
    knowledge,
    websites,
    events,
  }: { knowledge: ComposedKnowledge; websites: ComposedWebsites; events: ComposedEvents },
): Promise<void> {
  const start = (name: string, starting: Promise<{ stop(): Promise<void> }>) =>
    foundation.keep(name, starting, (jobs) => jobs.stop());
  await start('the indexing of documents', knowledge.start(services.documents));
  await start('the reading of websites', websites.start(services.websites));
  await start('the events', events.start(services.deliveries));
  await start('the periodic jobs', startPeriodicJobs(foundation, services));
}
