import { ERROR_PAGES, type ErrorCode, type InputFault, type Problem } from '@visavis/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { DomainError, isFull, isUnavailable } from '../../domain/errors.ts';
import { describeFaults } from './input-faults.ts';
import { isPageRequest, MESSAGE_PAGE_POLICY, renderMessagePage } from './message-page.ts';

/** Whether the connection broke before the whole request arrived. */
const hasDisconnected = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

/** The content of an error response. */
interface Failure {
  code: ErrorCode;
  detail: string;
  faults?: readonly InputFault[];
  retryAfterSeconds?: number | undefined;
}

/** Hint for a person who mistyped an address. */
const ENTRY_PAGES = 'The console is at /console/, the talk page at /talk/, the documentation at /docs/.';
const LINKS = [
  ['console/', 'Console'],
  ['talk/', 'Talk with an avatar'],
  ['docs/', 'Documentation'],
  ['docs/api', 'API reference'],
] as const;

/** Returns the path of the page that explains an error code. */
export const errorPagePath = (code: string) => `/docs/errors/${code}`;

/** Turns every error of the domain, validation and Fastify into a problem document (RFC 9457). */
export const problems = fastifyPlugin(async (app: FastifyInstance) => {
  const knownRoutes: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url === '*' || url.endsWith('/*')) return;
    for (const each of [method].flat()) knownRoutes.push({ method: each, pattern: pathPattern(url) });
  });

  const methodsAt = (path: string) =>
    new Set(knownRoutes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    const allowed = methodsAt(path);
    // An existing route may also report that it has nothing, as the files of a page do.
    if (allowed.size === 0 || allowed.has(request.method)) {
      const hasTrailingSlash = path.endsWith('/') && methodsAt(path.slice(0, -1)).size > 0;
      const detail = `There is nothing at this path. ${hasTrailingSlash ? 'Remove the trailing slash.' : ENTRY_PAGES}`;
      reply.header('vary', 'accept');
      if (isPageRequest(request)) return sendNotFoundPage(request, reply, detail);
      return sendFailure(request, reply, { code: 'not_found', detail });
    }
    const methods = [...allowed].sort().join(', ');
    reply.header('allow', methods);
    return sendFailure(request, reply, {
      code: 'method_not_allowed',
      detail: `This path supports ${methods}, but not ${request.method}.`,
    });
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toFailure(error, request);
    if (hasDisconnected(request))
      request.log.debug(
        { event: 'http.client_left', err: error },
        'a client closed its connection before its request was answered',
      );
    else if (ERROR_PAGES[failure.code].status >= 500 && !(error instanceof DomainError))
      request.log.error(
        { event: 'http.request_failed', err: error },
        'the service failed to answer a request',
      );
    return sendFailure(request, reply, failure);
  });
});

/** Creates the body of an error response. `baseUrl` is the address below which the codes are explained. */
export function makeProblem(failure: Failure, requestId: string, baseUrl: string): Problem {
  const { code, detail, faults } = failure;
  const { status, title } = ERROR_PAGES[code];
  return {
    type: baseUrl + errorPagePath(code),
    title,
    status,
    detail,
    code,
    message: detail,
    requestId,
    ...(faults?.length && { errors: [...faults] }),
  };
}

/** Sends `not_found` to a browser, as a page. */
function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, detail: string): FastifyReply {
  const { baseUrl } = request.links;
  const { status, title } = ERROR_PAGES.not_found;
  const heading = 'Page not found';
  const links = LINKS.map(([path, name]) => ({ href: `${baseUrl}/${path}`, name }));
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', MESSAGE_PAGE_POLICY)
    .send(renderMessagePage({ title, heading, text: detail, requestId: request.id, links }));
}

export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  baseUrl = request.links.baseUrl,
): FastifyReply {
  const problem = makeProblem(failure, request.id, baseUrl);
  drainRequestBody(request, reply);
  if (problem.status === 401) reply.header('www-authenticate', challenge(request));
  if (failure.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(failure.retryAfterSeconds))));
  }
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problem);
}

/**
 * Keeps the connection of a refused body open. Fastify would close it at once; `limitBodyTime` (`unfinished-bodies.ts`)
 * instead gives the client a few seconds.
 */
function drainRequestBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !reply.hasHeader('connection')) return;
  reply.removeHeader('connection');
  raw.resume();
}

function toFailure(error: FastifyError, request: FastifyRequest): Failure {
  if (error instanceof DomainError) {
    const { code, message: detail, faults, retryAfterSeconds } = error;
    return { code, detail, faults, retryAfterSeconds };
  }
  if (error.validation) {
    const faults = describeFaults(error.validation, error.validationContext ?? 'body');
    const detail = faults.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
    return { code: 'invalid_request', detail, faults };
  }
  if (isUnavailable(error)) {
    return isFull(error)
      ? {
          code: 'capacity',
          detail: 'The database is full: its disk, or another of its limits. The operator must free space.',
          retryAfterSeconds: 60,
        }
      : {
          code: 'capacity',
          detail: 'The database is temporarily unavailable; try again shortly.',
          retryAfterSeconds: 5,
        };
  }
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { code: 'unsupported_media_type', detail: 'The body must be sent as application/json.' };
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return {
        code: 'payload_too_large',
        detail: `The body is larger than ${request.routeOptions.bodyLimit} bytes, the limit of this operation.`,
      };
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return { code: 'invalid_request', detail: publicText(error) };
  return {
    code: 'internal',
    detail: 'An internal error occurred. The log of the service has the details under this requestId.',
  };
}

/** Fastify's own messages are safe to return; a parser's message may quote the body. */
function publicText(error: FastifyError): string {
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return 'The body is not valid JSON, or has a property named __proto__ or constructor.';
  }
  return error.code?.startsWith('FST_') ? error.message : 'The body is not valid JSON.';
}

function challenge(request: FastifyRequest): string {
  const { access } = request.routeOptions.config;
  if (access === 'api_key') return 'ApiKey realm="visavis", header="x-api-key"';
  return 'Bearer realm="visavis"';
}

function pathPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}$`);
}
