import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../lib/logger.ts';
import { packageVersion } from '../lib/package-version.ts';
import type { TracingSettings } from './tracing-settings.ts';

/** Minimum interval between log entries about an unreachable collector. */
const COMPLAINT_EVERY_MS = 60_000;
/** How long the service may take at shutdown to send the remaining spans. */
const SHUTDOWN_MS = 3_000;

/**
 * Starts sending spans to an OpenTelemetry collector. Until this is called, `@opentelemetry/api` does nothing, and the
 * SDK is not even loaded. The exporter itself reads the destination, headers and certificates from the standard
 * variables (`OTEL_EXPORTER_OTLP_…`).
 */
export async function openTracing(
  settings: TracingSettings,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const [
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    { resourceFromAttributes },
    sdk,
  ] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const complain = complainTo(log);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.version': packageVersion,
      ...settings.attributes,
      'service.name': settings.serviceName,
    }),
    sampler: samplerOf(settings, sdk),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: await openExporter(settings.protocol) })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  log.info(
    { event: 'tracing.started', protocol: settings.protocol, sampler: settings.sampler },
    'the service sends traces to an OpenTelemetry collector',
  );
  return {
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, SHUTDOWN_MS);
      });
      await Promise.race([provider.shutdown().catch(complain), late]);
      clearTimeout(timer);
      trace.disable();
      context.disable();
      propagation.disable();
      diag.disable();
    },
  };
}

async function openExporter(protocol: TracingSettings['protocol']): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

function samplerOf(
  { sampler, ratio }: TracingSettings,
  sdk: typeof import('@opentelemetry/sdk-trace'),
): Sampler {
  const isOfParent = sampler.startsWith('parentbased_');
  const root = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  }[sampler.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio']();
  return isOfParent ? new sdk.ParentBasedSampler({ root }) : root;
}

/** Logs failures at a limited rate: the SDK logs each batch that it cannot send, with all details of the error. */
function complainTo(log: Logger): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  const complain = () => {
    const now = performance.now();
    if (now - lastAt < COMPLAINT_EVERY_MS) return;
    lastAt = now;
    log.warn(
      { event: 'tracing.not_sent' },
      'the service cannot send traces: check the OpenTelemetry collector at OTEL_EXPORTER_OTLP_ENDPOINT',
    );
  };
  const silent = () => undefined;
  diag.setLogger(
    { error: complain, warn: complain, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  return complain;
}
