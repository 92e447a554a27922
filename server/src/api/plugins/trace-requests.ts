import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyRequest {
    /** Present if tracing is on and the route is known. */
    span: Span | undefined;
  }
}

/**
 * Creates a span for each request, in the trace of the caller's `traceparent`. The span is named after the route's
 * pattern, because an address may contain a signature.
 */
export const traceRequests = fastifyPlugin(async (app: FastifyInstance) => {
  app.decorateRequest('span', undefined);
  // Without OpenTelemetry there are no propagation headers; requests then need no hook.
  if (propagation.fields().length === 0) return;

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url;
    if (route === undefined) return done();
    const caller = propagation.extract(context.active(), headers);
    const span = trace.getTracer('visavis').startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': route, 'visavis.request.id': request.id },
      },
      caller,
    );
    if (!span.isRecording()) return done();
    request.span = span;
    context.with(trace.setSpan(caller, span), done);
  });

  app.addHook('onResponse', ({ span }, { statusCode }, done) => {
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
});
