import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { TEXT_LIMITS } from '@visavis/contracts';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { noCapacity } from '../domain/errors.ts';
import type { Services } from '../domain/services.ts';
import { readTrust } from '../lib/client-address.ts';
import type { ApiOptions } from './api-app.ts';
import { BODY_BYTES } from './body-limits.ts';
import { appPages, docsPages, embedScripts } from './open/built-pages.ts';
import { exportStore } from './open/export-store.ts';
import { getErrorPage } from './open/get-error-page.ts';
import { getFaceImage } from './open/get-face-image.ts';
import { getMetrics } from './open/get-metrics.ts';
import { getReadiness } from './open/get-readiness.ts';
import { uploadDocument } from './open/upload-document.ts';
import { audit } from './plugins/audit.ts';
import { authentication } from './plugins/authentication.ts';
import { answerBrokenHttp } from './plugins/broken-http.ts';
import { cors } from './plugins/cors.ts';
import { diskReserve } from './plugins/disk-reserve.ts';
import { eventStreams } from './plugins/event-streams.ts';
import { extendSchemaEnums } from './plugins/extend-schema-enums.ts';
import { idempotency } from './plugins/idempotency.ts';
import { jsonBodies } from './plugins/json-bodies.ts';
import { baseUrlOf, links } from './plugins/links.ts';
import { isPageRequest } from './plugins/message-page.ts';
import { openapi } from './plugins/openapi.ts';
import { problems, sendFailure } from './plugins/problems.ts';
import { rateLimits } from './plugins/rate-limits.ts';
import { requestQueue } from './plugins/request-queue.ts';
import { requestsInFlight } from './plugins/requests-in-flight.ts';
import { serialization } from './plugins/serialization.ts';
import { traceRequests } from './plugins/trace-requests.ts';
import { validation } from './plugins/validation.ts';
import { stoppingPage } from './plugins/waiting-page.ts';
import { adminRoutes, knowledgeBaseAliases, v1Routes, v3Routes } from './routes.ts';

/** Enough for the longest identity with every character escaped. */
const PATH_PART_LENGTH = 12 * TEXT_LIMITS.identity;
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Creates the whole HTTP API. It does not listen: callers listen on it, or inject requests. */
export async function buildApp(services: Services, options: ApiOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    trustProxy: readTrust(options.trustProxy ?? false),
    bodyLimit: BODY_BYTES,
    genReqId: ({ headers }) => {
      const requestId = headers['x-request-id'];
      return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : `req_${randomUUID()}`;
    },
    routerOptions: { maxParamLength: PATH_PART_LENGTH },
    // Fastify's own response while closing is not a problem document; ours is sent below.
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id);
      // No plugin has run for this request, so `request.links` does not exist yet.
      const baseUrl = options.publicUrl ?? baseUrlOf(request);
      const detail = `The path is not valid: its percent-encoding must be UTF-8, and no segment may be longer than ${PATH_PART_LENGTH} characters.`;
      sendFailure(request, reply, { code: 'invalid_request', detail }, baseUrl);
    },
  });
  if (options.onRoute) app.addHook('onRoute', options.onRoute);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    app.endEventStreams();
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (!closing) return done();
    if (isPageRequest(request)) {
      const { headers, body } = stoppingPage(request.id);
      return void reply.code(503).headers(headers).send(body);
    }
    reply.header('connection', 'close');
    done(noCapacity('The service is shutting down.'));
  });
  // Uses the route's pattern instead of the address, which may contain a signature.
  app.addHook('onResponse', ({ method, routeOptions, log }, reply, done) => {
    const ms = Math.round(reply.elapsedTime);
    options.metrics?.request(method, routeOptions.url, reply.statusCode);
    log.debug(
      { event: 'http.request_answered', method, route: routeOptions.url, status: reply.statusCode, ms },
      'the service answered a request',
    );
    done();
  });
  await app.register(traceRequests);
  await app.register(links, { publicUrl: options.publicUrl, faceImages: services.faceImages });
  await app.register(problems);
  await app.register(cors, { origins: options.corsOrigins });
  await app.register(rateLimits, { limits: options.rateLimits, rates: services.requestRates });
  await app.register(authentication, {
    services,
    adminToken: options.adminToken,
    signInRequired: options.signInRequired === true,
  });
  await app.register(requestsInFlight);
  await app.register(requestQueue);
  await app.register(diskReserve, { disk: options.disk });
  await app.register(jsonBodies);
  await app.register(validation);
  await app.register(serialization);
  await app.register(audit, { auditLog: services.auditLog });
  await app.register(idempotency, { idempotency: services.idempotency });
  await app.register(eventStreams, { limits: options.eventStreams });
  await app.register(extendSchemaEnums, {
    models: options.furtherModels ?? {},
    offers: options.providerOffers ?? [],
  });
  await app.register(openapi, { version: options.version });

  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  await typed.register((v1) => v1Routes(v1, services), { prefix: '/v1' });
  await typed.register((v1) => knowledgeBaseAliases(v1, services), { prefix: '/v1' });
  await typed.register((v3) => v3Routes(v3, services, options), { prefix: '/v3' });
  await typed.register((admin) => adminRoutes(admin, services), { prefix: '/admin' });
  await typed.register(async (uploads) => uploadDocument(uploads, services));
  await typed.register(async (open) => {
    getFaceImage(open, services);
    getErrorPage(open);
    if (options.metrics) getMetrics(open, options.metrics);
    if (options.readiness) getReadiness(open, options.readiness);
    if (options.storeRows) exportStore(open, options.storeRows);
    appPages(open, options.roomsUrl);
    await embedScripts(open);
    await docsPages(open);
  });
  await app.ready();
  return app;
}
