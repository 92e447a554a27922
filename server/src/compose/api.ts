import type { FastifyInstance } from 'fastify';
import { buildApp } from '../api/app.ts';
import type { EngineChoice } from '../domain/conversations/live-ports.ts';
import type { Readiness } from '../domain/readiness.ts';
import type { Services } from '../domain/services.ts';
import { packageVersion } from '../lib/package-version.ts';
import type { Metrics } from '../metrics.ts';
import { spoolExport } from '../store/transfer/spool-export.ts';
import type { Foundation } from './foundation.ts';

/** Builds the HTTP API and the pages according to the settings. */
export function composeApi(
  parts: Foundation & {
    services: Services;
    engines: EngineChoice;
    metrics: Metrics;
    readiness: Readiness;
  },
): Promise<FastifyInstance> {
  const { config, database, rooms, disk, services, engines, metrics, readiness } = parts;
  return buildApp(services, {
    version: packageVersion,
    ...(config.publicUrl && { publicUrl: config.publicUrl }),
    roomsUrl: (baseUrl) => rooms.rooms.urlForClients(baseUrl),
    adminToken: parts.secrets.adminToken,
    signInRequired: config.signInRequired,
    ...(config.corsOrigins && { corsOrigins: config.corsOrigins }),
    trustProxy: config.trustProxy,
    rateLimits: { organization: config.requestsPerMinute },
    furtherModels: config.furtherModels,
    providerOffers: engines.offers,
    metrics,
    readiness,
    ...(database.kind === 'embedded' && { storeRows: () => spoolExport(database, config.dataDir, disk) }),
    // External databases and file storage report a full disk themselves.
    ...(!(config.databaseUrl && config.s3) && { disk }),
    logger: parts.log,
  });
}
