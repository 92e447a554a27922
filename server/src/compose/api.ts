import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../api/app.ts';
import type { Config } from '../config.ts';
import type { EngineChoice } from '../domain/conversations/live-ports.ts';
import type { Readiness } from '../domain/readiness.ts';
import type { Services } from '../domain/services.ts';
import type { InstanceSecrets } from '../instance-secrets.ts';
import type { DiskReserve } from '../lib/disk-reserve.ts';
import { packageVersion } from '../lib/package-version.ts';
import type { Metrics } from '../metrics.ts';
import { spoolExport } from '../store/transfer/spool-export.ts';
import type { Foundation } from './foundation.ts';

/** The HTTP API and the pages, as the settings want them. */
export function composeApi(
  needs: Pick<Foundation, 'database' | 'rooms'> & {
    config: Config;
    log: Logger;
    secrets: InstanceSecrets;
    disk: DiskReserve;
    services: Services;
    engines: EngineChoice;
    metrics: Metrics;
    readiness: Readiness;
  },
): Promise<FastifyInstance> {
  const { config, database, rooms, disk } = needs;
  return buildApp(needs.services, {
    version: packageVersion,
    ...(config.publicUrl && { publicUrl: config.publicUrl }),
    roomsUrl: (baseUrl) => rooms.rooms.urlForClients(baseUrl),
    adminToken: needs.secrets.adminToken,
    signInRequired: config.signInRequired,
    ...(config.corsOrigins && { corsOrigins: config.corsOrigins }),
    trustProxy: config.trustProxy,
    rateLimits: { organization: config.requestsPerMinute },
    furtherModels: config.furtherModels,
    providerOffers: needs.engines.offers,
    metrics: needs.metrics,
    readiness: needs.readiness,
    ...(database.kind === 'embedded' && { storeRows: () => spoolExport(database, config.dataDir, disk) }),
    // External databases and file storage report a full disk themselves.
    ...(!(config.databaseUrl && config.s3) && { disk }),
    logger: needs.log,
  });
}
